// Fills the page of a board: fetches what is to be said and the picture, and lets both be leafed through and enlarged.

const LOOK_AGAIN = 20_000; // milliseconds until a running game is looked at again
const LARGEST = 6; // times the width of the frame
const find = (id) => document.getElementById(id);
const words = document.body.dataset;
const language = document.documentElement.lang;
const [frame, picture, busy, slider] = ["frame", "picture", "busy", "slider"].map(find);

let kind = words.kind; // which picture is shown
let mark = null; // of what is shown of the game as it stands
let turns = null; // {first, last} of a game that is over
let turn = null; // which of them is shown
let timer = 0; // until the next look
let asked = 0; // counts what was asked for: an answer that comes after a later one is dropped

const address = (path, query = {}) => `${path}?${new URLSearchParams({ lang: language, ...query })}`;

async function get(path, query) {
  const answer = await fetch(address(path, query));
  if (!answer.ok) throw Object.assign(new Error(answer.statusText), { gone: [404, 410].includes(answer.status) });
  return answer;
}

function lines(parent, tag, texts) {
  parent.replaceChildren(...texts.map((text) => Object.assign(document.createElement(tag), { textContent: text })));
}

function scores(list) {
  const open = [...find("scores").children].map((one) => one.open);
  find("scores").replaceChildren(
    ...list.map((one, at) => {
      const block = document.createElement("details");
      const head = document.createElement("summary");
      head.textContent = `${one.winner ? "🏆" : `${one.rank}.`} ${one.points}`;
      block.append(head, ...one.lines.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
      block.open = Boolean(open[at]);
      return block;
    }),
  );
}

async function draw(path, query, mine) {
  const slow = setTimeout(() => { if (mine === asked) busy.textContent = words.drawing; }, 400);
  try {
    const answer = await get(path, query);
    const image = URL.createObjectURL(await answer.blob());
    if (mine !== asked) return URL.revokeObjectURL(image);
    const former = picture.src;
    picture.src = image;
    picture.alt = decodeURIComponent(answer.headers.get("Picture-Alt") ?? "");
    if (former) URL.revokeObjectURL(former);
    busy.textContent = "";
  } finally {
    clearTimeout(slow);
  }
}

function failed(error, mine) {
  if (mine === asked) busy.textContent = error.gone ? words.gone : words.away;
  return error.gone;
}

async function look() {
  const mine = ++asked;
  let gone = false;
  try {
    const said = await (await get("state")).json();
    if (mine !== asked) return;
    lines(find("status"), "p", said.status);
    if (said.turns) {
      turns = said.turns;
      slider.min = turns.first;
      slider.max = turns.last;
      find("leaf").hidden = kind !== "board";
      turn = turns.last;
      label();
    }
    scores(said.scores);
    if (said.mark + kind !== mark) {
      await draw(kind, { v: said.mark }, mine);
      mark = said.mark + kind;
    }
    busy.textContent = "";
    if (said.turns) return;
  } catch (error) {
    gone = failed(error, mine);
  }
  clearTimeout(timer);
  if (!gone) timer = setTimeout(again, LOOK_AGAIN);
}

function again() {
  if (document.hidden) document.addEventListener("visibilitychange", again, { once: true });
  else look();
}

function label() {
  slider.value = turn;
  find("turn").textContent =
    turn === 0 ? words.first : words.turn.replace("{n}", turn).replace("{last}", turns.last);
  find("start").disabled = find("earlier").disabled = turn <= turns.first;
  find("end").disabled = find("later").disabled = turn >= turns.last;
}

async function leaf(to) {
  turn = Math.min(Math.max(to, turns.first), turns.last);
  label();
  const mine = ++asked;
  await new Promise((go) => setTimeout(go, 120)); // a slider passes over many
  if (mine !== asked) return;
  try {
    const said = await (await get(`turn/${turn}`)).json();
    if (mine !== asked) return;
    find("heads").textContent = said.heads.join(" · ");
    lines(find("told"), "li", said.events);
    scores(said.scores);
    await draw(`turn/${turn}/board`, { v: "past" }, mine);
    mark = null;
  } catch (error) {
    failed(error, mine);
  }
}

// Enlarging: two fingers, the wheel, a double tap, the buttons.
const shown = { scale: 1, x: 0, y: 0 };
const fingers = new Map();

function place() {
  const { clientWidth: width, clientHeight: height } = frame;
  shown.x = Math.min(0, Math.max(shown.x, width * (1 - shown.scale)));
  shown.y = Math.min(0, Math.max(shown.y, Math.min(0, height - picture.clientHeight * shown.scale)));
  picture.style.transform = `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})`;
  frame.style.touchAction = shown.scale > 1 ? "none" : "pan-y"; // else a finger on the board could not scroll the page
}

function enlarge(by, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const scale = Math.min(LARGEST, Math.max(1, shown.scale * by));
  shown.x = x - ((x - shown.x) * scale) / shown.scale;
  shown.y = y - ((y - shown.y) * scale) / shown.scale;
  shown.scale = scale;
  place();
}

const at = (event) => {
  const box = frame.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};
const middle = (points) => [0, 1].map((axis) => points.reduce((sum, one) => sum + one[axis], 0) / points.length);
const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]);

frame.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, at(event));
  frame.setPointerCapture(event.pointerId);
});
frame.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const before = [...fingers.values()];
  fingers.set(event.pointerId, at(event));
  const now = [...fingers.values()];
  const [from, to] = [middle(before), middle(now)];
  shown.x += to[0] - from[0];
  shown.y += to[1] - from[1];
  if (now.length === 2) enlarge(apart(now) / Math.max(1, apart(before)), ...to);
  else place();
});
for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
  frame.addEventListener(name, (event) => fingers.delete(event.pointerId));
}
frame.addEventListener("touchstart", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
frame.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && shown.scale === 1) return; // the page scrolls
  event.preventDefault();
  enlarge(Math.exp(-event.deltaY / 300), ...at(event));
}, { passive: false });
frame.addEventListener("dblclick", (event) => enlarge(shown.scale > 1 ? 1 / shown.scale : 3, ...at(event)));
addEventListener("resize", place);

find("larger").onclick = () => enlarge(1.5);
find("smaller").onclick = () => enlarge(1 / 1.5);
find("fit").onclick = () => enlarge(1 / shown.scale);
find("start").onclick = () => leaf(turns.first);
find("earlier").onclick = () => leaf(turn - 1);
find("later").onclick = () => leaf(turn + 1);
find("end").onclick = () => leaf(turns.last);
slider.oninput = () => leaf(Number(slider.value));
addEventListener("keydown", (event) => {
  if (!turns || event.target === slider) return;
  if (event.key === "ArrowLeft") leaf(turn - 1);
  if (event.key === "ArrowRight") leaf(turn + 1);
});
find("film").onclick = async () => {
  const mine = ++asked;
  try {
    await draw("film", {}, mine);
    mark = null;
    if (mine !== asked) return;
    find("turn").textContent = picture.alt; // no single turn is shown, so none is told
    find("heads").textContent = "";
    find("told").replaceChildren();
  } catch (error) {
    failed(error, mine);
  }
};
for (const tab of document.querySelectorAll("button[data-kind]")) {
  tab.setAttribute("aria-pressed", tab.dataset.kind === kind);
  tab.onclick = () => {
    kind = tab.dataset.kind;
    for (const one of document.querySelectorAll("button[data-kind]")) {
      one.setAttribute("aria-pressed", one === tab);
    }
    enlarge(1 / shown.scale);
    look();
  };
}
place();
look();
