"""Following a recorded game of Gaia Project.

Its setup is laid out, its moves are read and answer our prompts, and every player's whole state is compared after each
move, the final score line by line.

The recorded games differ from the rulebook in some ways that `Rules` can follow (docs/gaia.md): power is charged after
the whole turn, once for each structure built, and Nevlas pay free actions together. They also ask in some places where
there is nothing to choose; answers to questions that our rules do not put are passed over.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.gaia.components import GAIA, SPACE, TRACKS, TRANSDIM
from rules.gaia.galaxy import galaxy
from rules.gaia.game import GaiaGame, GaiaStep
from rules.gaia.scoring import final_points, research_points
from rules.gaia.state import AREA_3, GAIA_AREA, NO_BRAINSTONE, GaiaState, Player, Rules, Space
from rules.gaia.steps.actions import specials
from rules.gaia.steps.setup import FirstStructures, equip
from rules.kernel.errors import RulesError
from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from tests.follow.recorded import Differs, load, outcome

Json = dict[str, Any]

PLANETS = {
    "r": "terra", "o": "oxide", "v": "volcanic", "d": "desert", "s": "swamp", "t": "titanium", "i": "ice",
    "g": GAIA, "m": TRANSDIM, "e": SPACE,
}  # fmt: skip
THEIR_TRACKS = ("terra", "nav", "int", "gaia", "eco", "sci")
TRACK = dict(zip(THEIR_TRACKS, TRACKS, strict=True))
STANDARD = {
    "tech1": "ore-qic", "tech2": "types", "tech3": "strength", "tech4": "points", "tech5": "ore-power",
    "tech6": "knowledge-credit", "tech7": "gaia-mines", "tech8": "credits", "tech9": "charge",
}  # fmt: skip
ADVANCED = {
    f"advtech{number}": f"adv-{id}"
    for number, id in enumerate(
        (
            "pass-federations", "research", "qic-credits", "mines", "pass-labs", "sector-ore", "pass-types",
            "gaia-planets", "stations", "sectors", "ore", "federations", "knowledge", "each-mine", "each-station",
        ),
        start=1,
    )
}  # fmt: skip
BOOSTER = {f"booster{theirs}": f"booster{ours}" for theirs, ours in enumerate((1, 3, 2, 4, 5, 6, 8, 7, 9, 10), start=1)}
ROUND = {
    "score1": "round-terraforming", "score2": "round-research", "score3": "round-mine", "score4": "round-federation",
    "score5": "round-station-4", "score6": "round-gaia-4", "score7": "round-big-a", "score8": "round-station-3",
    "score9": "round-gaia-3", "score10": "round-big-b",
}  # fmt: skip
FINAL = {
    "structure": "structures", "structureFed": "federated", "planetType": "types", "gaia": "gaia", "sector": "sectors",
    "satellite": "satellites",
}  # fmt: skip
TOKEN = {
    "fed1": "12vp", "fed2": "qic", "fed3": "tokens", "fed4": "ore", "fed5": "credits", "fed6": "knowledge",
    "gleens": "gleens",
}  # fmt: skip
ACTION = {
    "power1": "3k", "power2": "2steps", "power3": "2o", "power4": "7c", "power5": "2k", "power6": "1step",
    "power7": "2t", "qic1": "tech", "qic2": "again", "qic3": "types",
}  # fmt: skip
SPECIAL = {
    "step": "step", "range+3": "range", "4pw": "4pw", "q": "q", "4c": "4c", "q,5c": "q5c", "3o": "3o", "3k": "3k",
    "space-station": "station", "swap-PI": "swap", "down-lab": "downgrade", "up-lowest": "lowest",
}  # fmt: skip
KIND = {"m": "mine", "ts": "station", "lab": "lab", "PI": "institute", "ac1": "academy-k", "ac2": "academy-q"}
#: Prompts that one recorded word can answer.
PLACE = ("build", "far", "gaia", "upgrade-place", "station", "lost-planet", "swap", "downgrade", "first")
FREE = ("turn", "finish")

Intent = tuple[tuple[str, ...], str]


class Recorded(GaiaGame):
    """Gaia Project with the setup of a record instead of a random one."""

    def __init__(self, setup: Json) -> None:
        self.record = setup

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[GaiaState]) -> GaiaState:
        """Lay everything out as the record has it; the factions are chosen."""
        setup = self.record
        start = setup["state"]
        state = GaiaState(
            rules=Rules(late_charges=True, charge_each=True, paired_power=True, plain_end=True),
            players=[Player() for _ in range(seats)],
            layout="recorded",
            spaces=tuple(
                Space(name, q, r, PLANETS[planet], int(re.sub(r"\D", "", tile)))
                for q, r, planet, tile, name in setup["hexes"]
            ),
            boosters=[BOOSTER[one] for one in setup["boosters"]],
            tech={TRACK.get(space, space): STANDARD[tile] for space, tile in setup["tech"].items()},
            advanced={TRACK[track]: ADVANCED[tile] for track, tile in setup["adv_tech"].items()},
            supply={TOKEN[token]: left for token, left in setup["federation_supply"].items()},
            top_token=TOKEN[start["tfed"]],
            round_tiles=[ROUND[tile] for tile in setup["round_scoring"]],
            final_tiles=[FINAL[tile] for tile in setup["final_scoring"]],
            order=list(range(seats)),
        )
        for seat, theirs in enumerate(setup["placement_order"]):
            equip(state, seat, setup["seats"][theirs]["faction"])
        flow.then(FirstStructures())
        return state


class Follower:
    """Plays one recorded game again and compares."""

    def __init__(self, lines: list[Json]) -> None:
        self.setup, *self.moves = lines
        self.game = Recorded(self.setup)
        self.seat_of = {theirs: ours for ours, theirs in enumerate(self.setup["placement_order"])}
        self.factions = {one["faction"]: self.seat_of[one["seat"]] for one in self.setup["seats"]}
        self.position: Position[GaiaState, GaiaStep]
        self.position, _ = self.game.setup({}, len(self.seat_of), Rng("00" * 16))
        self.names: dict[str, str] = {f"{q}x{r}": name for q, r, _planet, _tile, name in self.setup["hexes"]}
        self.answers = 0

    @property
    def state(self) -> GaiaState:
        return self.position.state

    def run(self) -> None:
        """Follow to the end of the record."""
        self.compare(self.setup["state"])
        for move in self.moves:
            if move["t"] == "final":
                self.compare_final(move)
                return
            try:
                self.play(move)
            except (RulesError, AssertionError, LookupError, ValueError) as error:
                text = error.text.id if isinstance(error, RulesError) else repr(error)
                raise Differs(f"move {move['n']} ({move['m']}): {text}") from error
            except Differs as difference:
                raise Differs(f"move {move['n']} ({move['m']}): {difference}") from difference
            try:
                self.compare(move["s"])
            except Differs as difference:
                raise Differs(f"after move {move['n']} ({move['m']}): {difference}") from difference

    def play(self, move: Json) -> None:
        """Answer our prompts as a recorded move does."""
        who, _, rest = move["m"].partition(" ")
        seat = self.factions[who]
        if rest == "pass" and self.state.players[seat].passed:
            return  # Our rules pass for a player who can do nothing else.
        phase = move["ph"]
        intents: deque[Intent] = deque()
        within = False  # the mine or project of an action that was named before it
        for command in map(str.strip, rest.split(".")):
            read = self.read(seat, command)
            intents.extend(read[1:] if within and command.startswith("build ") else read)
            within = command in ("special step", "special range+3", "action power2", "action power6")
        while self.game.waiting(self.position) == [seat]:
            prompt = self.game.prompt(self.position, seat)
            pick = self.pick(prompt, intents, phase)
            if pick is None:
                break
            self.game.answer(self.position, seat, [pick])
            self.answers += 1
            if prompt.kind == "finish" and pick == "done":
                break
        # What is left answered questions that our rules had not to ask; an action must not be left.
        if self.state.players[seat].passed:
            intents = deque(one for one in intents if one[1] != "pass")
        if any("turn" in kinds for kinds, _ in intents):
            raise Differs(f"{[pick for _, pick in intents]} could not be played")

    def pick(self, prompt: Prompt, intents: deque[Intent], phase: str) -> str | None:
        """Choose the answer to a prompt; None where the recorded move does not speak of it."""
        kind = prompt.kind
        legal = [option.id for option in prompt.legal]
        if kind == "route":
            return self.route(legal, intents)
        if kind == "federation":
            return self.planets(legal, intents)
        if kind in ("charge-stone", "pay-stone", "give-up", "burn-stone"):
            return self.stone(kind, legal, intents, phase)
        self.skip(kind, intents)
        if intents and kind in intents[0][0]:
            _, pick = intents.popleft()
            if pick.startswith("spend "):
                paid = self.power_exchanges(prompt.seat, pick, intents)
                intents.extendleft(reversed(paid[1:]))
                pick = paid[0][1]
            return pick
        if kind == "finish" and phase == "roundMove" and not any("turn" in kinds for kinds, _ in intents):
            return "done"
        if kind in ("terrans", "itars") and phase == "roundGaia" and not intents:
            return "done" if "tech" not in legal else None
        return None

    def skip(self, kind: str, intents: deque[Intent]) -> None:
        """Pass over answers to what our rules had not to ask: there was one possible answer."""
        while intents and kind not in intents[0][0] and any(kind in kinds for kinds, _ in intents):
            intents.popleft()

    def stone(self, kind: str, legal: list[str], intents: deque[Intent], phase: str) -> str | None:
        """Answer what becomes of the Brainstone, or from where tokens are given up."""
        if kind == "burn-stone":
            return "stone-up"
        self.skip(kind, intents)
        if intents and kind in intents[0][0]:
            return intents.popleft()[1]
        wish = None
        if phase == "roundIncome":
            # We may charge together what the record charges bit by bit: only the last area counts.
            wishes = [pick for kinds, pick in intents if "stone" in kinds]
            return max([area for area in legal if area <= wishes[-1]] or legal[-1:]) if wishes else None
        for intent in intents:
            if "stone" in intent[0]:
                wish = intent[1]
                intents.remove(intent)
                break
        if kind == "give-up":
            with_stone = [id for id in legal if id.endswith("-b")]
            return with_stone[0] if wish in ("discard", "gaia") else legal[0]
        if wish is None:
            return None  # the next move will tell
        if kind == "pay-stone":
            return "stone" if wish == "area1" else "tokens"
        return wish

    def planets(self, legal: list[str], intents: deque[Intent]) -> str:
        """Choose the next planet of a federation."""
        wanted = next(pick for kinds, pick in intents if "federation" in kinds).split(",")
        for place in legal:
            group = galaxy(self.state).spaces.get(place)
            if group is not None and place in self.wanted(wanted):
                return place
        if "enough" in legal:
            return "enough"
        raise Differs(f"the federation of {wanted} is not offered; offered: {legal}")

    def wanted(self, listed: list[str]) -> set[str]:
        """The listed places and every own place that hangs together with them."""
        seat = self.game.waiting(self.position)[0]
        me, sky = self.state.players[seat], galaxy(self.state)
        own = sky.bits([*me.places(), *me.stations]) & ~sky.bits(me.federated)
        found = sky.bits(listed)
        while True:
            grown = found | (sky.around(found) & own)
            if grown == found:
                return set(sky.unbits(found))
            found = grown

    def route(self, legal: list[str], intents: deque[Intent]) -> str:
        """Choose the next satellite of a federation."""
        listed = next(pick for kinds, pick in intents if "federation" in kinds).split(",")
        for place in legal:
            if place in listed:
                return place
        raise Differs(f"none of the satellites {listed} is offered; offered: {legal}")

    # Reading the recorded commands.

    def place(self, word: str) -> str:
        return self.names.get(word, word)

    def read(self, seat: int, command: str) -> list[Intent]:
        """Turn one recorded command into the picks that it stands for."""
        word, _, rest = command.partition(" ")
        if not word or word == "endturn":
            return []
        reader = getattr(self, "read_" + word.replace("-", "_").lower(), None)
        if reader is None:
            raise Differs(f"unknown command {command!r}")
        intents: list[Intent] = reader(seat, rest)
        return intents

    def read_build(self, _seat: int, rest: str) -> list[Intent]:
        kind, word = rest.split(" ")
        place: Intent = (PLACE, self.place(word))
        if kind in ("m", "gf"):
            return [(("turn",), "build" if kind == "m" else "gaia"), place]
        if kind == "sp":
            return [place]
        return [(("turn",), "upgrade"), (("upgrade",), KIND[kind]), place]

    def read_booster(self, _seat: int, rest: str) -> list[Intent]:
        return [(("booster",), BOOSTER[rest])]

    def read_income(self, _seat: int, rest: str) -> list[Intent]:
        return [(("income",), word if word[0].isdigit() else "1" + word) for word in rest.split(",")]

    def read_brainstone(self, _seat: int, rest: str) -> list[Intent]:
        return [(("stone",), rest)]

    def read_tech(self, _seat: int, rest: str) -> list[Intent]:
        prefix, _, space = rest.rpartition("-")
        return [(("tech",), (prefix + "-" if prefix else "") + TRACK.get(space, space))]

    def read_cover(self, _seat: int, rest: str) -> list[Intent]:
        return [(("cover",), TRACK.get(rest, rest))]

    def read_up(self, _seat: int, rest: str) -> list[Intent]:
        return [(("turn",), "research"), (("research", "advance"), TRACK[rest])]

    def read_decline(self, _seat: int, rest: str) -> list[Intent]:
        if rest == "up":
            return [(("advance",), "stay")]
        if rest == "tech":
            return [(("itars",), "done")]
        return [(("charge",), "decline")]

    def read_charge(self, _seat: int, rest: str) -> list[Intent]:
        return [(("charge",), "token-first" if re.match(r"\d*t", rest) else "charge")]

    def read_lostplanet(self, _seat: int, rest: str) -> list[Intent]:
        return [(("lost-planet",), self.place(rest))]

    def read_federation(self, _seat: int, rest: str) -> list[Intent]:
        places, token = rest.split(" ")
        listed = ",".join(self.place(place) for place in places.split(","))
        return [(("turn",), "federation"), (("federation", "route"), listed), (("token",), TOKEN[token])]

    def read_fedtile(self, _seat: int, rest: str) -> list[Intent]:
        return [(("again",), TOKEN[rest])]

    def read_action(self, _seat: int, rest: str) -> list[Intent]:
        kind = "power" if rest.startswith("power") else "qic"
        return [(("turn",), kind), ((kind,), ACTION[rest])]

    def read_special(self, _seat: int, rest: str) -> list[Intent]:
        return [(("turn",), "special"), (("special",), SPECIAL[rest])]

    def read_swap_pi(self, _seat: int, rest: str) -> list[Intent]:
        return [(("swap",), self.place(rest))]

    def read_pass(self, _seat: int, rest: str) -> list[Intent]:
        return [(("turn",), "pass"), *([(("pass",), BOOSTER[rest])] if rest else [])]

    def read_burn(self, _seat: int, rest: str) -> list[Intent]:
        return [(FREE, "burn")] * int(rest)

    def read_spend(self, _seat: int, rest: str) -> list[Intent]:
        cost, gained = rest.split(" for ")
        paid = goods(cost)
        if "tg" in paid and gained == "tech":
            return [(("itars",), "tech")]
        if "tg" in paid:
            return [(("terrans",), unit) for unit, count in goods(gained).items() for _ in range(count)]
        if list(paid) == ["pw"]:
            return [(FREE, "spend " + rest)]  # how, is decided when it is paid
        (unit,) = paid
        mine = {"gf": "f", "t-a3": "t"}.get(unit, unit)
        return [(FREE, f"{mine}-{one}") for one, count in goods(gained).items() for _ in range(count)]

    def power_exchanges(self, seat: int, spent: str, intents: deque[Intent]) -> list[Intent]:
        """Split what is bought together with power into our free actions."""
        me, (price, bought) = self.state.players[seat], spent.removeprefix("spend ").split(" for ")
        left, ids = goods(bought), list[str]()
        if me.faction == "nevlas" and "institute" in me.structures.values():
            for id, needs in (("4pw-oc", {"o": 1, "c": 1}), ("6pw-2o", {"o": 2}), ("2pw-2c", {"c": 2})):
                while all(left.get(unit, 0) >= count for unit, count in needs.items()):
                    ids.append(id)
                    for unit, count in needs.items():
                        left[unit] -= count
        stone = me.brainstone == AREA_3
        if stone and me.power[AREA_3] >= goods(price)["pw"]:
            # Both would do: the record says what was chosen.
            wish = next((intent for intent in intents if "stone" in intent[0]), None)
            if wish is not None:
                intents.remove(wish)
            stone = wish is not None and wish[1] == "area1"
        if stone and left.get("c", 0) >= 3 and len(left) == 1:
            ids.append("3pw-3c")
            left["c"] -= 3
            stone = False
        ids += [f"pw-{unit}" for unit in sorted(left, key="qkoc".index) for _ in range(left[unit])]
        found: list[Intent] = []
        for id in ids:
            found.append((FREE, id))
            if me.faction == "taklons" and id not in ("pw-c", "3pw-3c"):
                found.append((("pay-stone",), "stone" if stone else "tokens"))
                stone = False
        return found

    # Comparing.

    def compare(self, theirs: Json) -> None:
        """Compare the whole table with a recorded state."""
        if theirs["ph"] == "roundIncome":
            return  # Incomes are booked in another order until all have decided.
        state = self.state
        if any(state.players[self.seat_of[at]].passed and not one["passed"] for at, one in enumerate(theirs["pl"])):
            return  # We have passed for somebody already; compared when the record comes to it.
        mover = None if theirs["tm"] is None else self.seat_of[theirs["tm"]]
        waiting = self.game.waiting(self.position)
        ended = theirs["ph"] == "endGame"
        ours: Json = {
            "waiting": waiting,
            "round": state.round,
            "taken": dict(state.taken),
            "supply": state.supply,
            "top token": state.top_token,
            "boosters": sorted(state.boosters),
            "lost": state.lost,
        }
        lost = theirs["lost"]
        expected: Json = {
            "waiting": [] if mover is None else [mover],
            "round": theirs["rd"],
            "taken": {ACTION[id]: self.seat_of[seat] for id, seat in theirs["act"].items()},
            "supply": {TOKEN[token]: left for token, left in theirs["feds"].items()},
            "top token": TOKEN[theirs["tfed"]] if theirs["tfed"] else "",
            "boosters": sorted(BOOSTER[one] for one in theirs["free_boost"]),
            "lost": self.names[f"{lost[0]}x{lost[1]}"] if lost else "",
        }
        if ended:
            del ours["waiting"], expected["waiting"], ours["taken"], expected["taken"]
        self.same("table", ours, expected)
        for at, one in enumerate(theirs["pl"]):
            seat = self.seat_of[at]
            self.same(state.players[seat].faction, self.ours(state.players[seat]), self.theirs(one), converted=ended)

    def same(self, what: str, ours: Json, theirs: Json, *, converted: bool = False) -> None:
        """Complain about every value that is not the same."""
        skip = ("vp", "resources", "power", "brainstone", "formers", "used", "passed") if converted else ()
        wrong = [
            f"{key} is {ours[key]}, recorded {theirs[key]}"
            for key in theirs
            if ours[key] != theirs[key] and key not in skip
        ]
        if wrong:
            raise Differs(f"{what}: {'; '.join(wrong)}")

    def ours(self, me: Player) -> Json:
        sky = galaxy(self.state)

        def hexes(kinds: list[tuple[str, str]]) -> list[list[Any]]:
            return sorted([kind, sky.spaces[place].q, sky.spaces[place].r] for place, kind in kinds)

        peer = {ours: theirs for theirs, ours in KIND.items()}
        standing = [(place, peer[kind]) for place, kind in me.structures.items()]
        standing += [(place, "m+") for place in me.guests] + [(place, "gf") for place in me.sent_formers]
        standing += [(place, "sp") for place in me.stations]
        return {
            "vp": me.vp,
            "resources": [me.ore, me.credits, me.knowledge, me.qic],
            "power": me.power,
            "brainstone": me.brainstone,
            "research": list(me.research.values()),
            "structures": hexes(standing),
            "formers": [
                me.formers + me.resting_formers + len(me.sent_formers),
                me.resting_formers,
                len(me.sent_formers),
            ],
            "satellites": len(me.satellites),
            "federated": sorted([sky.spaces[place].q, sky.spaces[place].r] for place in me.federated),
            "tiles": sorted([own.tile, own.space, not own.covered] for own in me.tiles if own.space[:4] != "adv-"),
            "advanced": sorted([own.tile, own.space[4:]] for own in me.tiles if own.space[:4] == "adv-"),
            "booster": me.booster,
            "tokens": [[own.token, own.green] for own in me.tokens],
            "passed": me.passed,
            # A returned booster or a covered tile takes its action token with it in the record.
            "used": sorted(id for id in me.used if id in specials(me)),
        }

    def theirs(self, one: Json) -> Json:
        stone = one.get("bs")
        areas = {1: 0, 2: 1, 3: 2, "gaia": GAIA_AREA, None: NO_BRAINSTONE}
        return {
            "vp": one["vp"],
            "resources": [one["o"], one["c"], one["k"], one["q"]],
            "power": one["pw"],
            "brainstone": areas[stone],
            "research": one["rs"],
            "structures": sorted(one["b"]),
            "formers": one["gf"],
            "satellites": one["sat"],
            "federated": sorted(one["fedhex"]),
            "tiles": sorted(
                [STANDARD[tile], TRACK.get(space, space), bool(open_)] for tile, space, open_ in one["tech"]
            ),
            "advanced": sorted([ADVANCED[tile], TRACK[track]] for tile, track in one["adv"]),
            "booster": BOOSTER[one["boost"]] if one["boost"] else "",
            "tokens": [[TOKEN[token], bool(green)] for token, green in one["fed"]],
            "passed": bool(one["passed"]),
            "used": sorted(SPECIAL[used.removeprefix("=>").strip()] for used in one["used"]),
        }

    def compare_final(self, final: Json) -> None:
        """Compare the final score."""
        if not final["complete"]:
            return
        if not self.game.over(self.position):
            raise Differs("the record ends here, our game does not")
        state = self.state
        standings = self.game.standings(self.position)
        for at, score in enumerate(final["breakdown"]):
            seat = self.seat_of[at]
            tiles = [final_points(state, tile)[seat][1] for tile in state.final_tiles]
            research = sum(score["research"].values() if isinstance(score["research"], dict) else score["research"])
            during: Counter[str] = Counter()
            for source, points in score["during"].items():
                during[source_of(source)] += points
            mine = Counter({source: n for source, n in state.players[seat].points.items() if source != "start"})
            expected = {"tiles": score["final_tiles"], "research": research, "total": score["before_final"]}
            expected["sources"] = {source: points for source, points in during.items() if points}
            ours = {"tiles": tiles, "research": research_points(state.players[seat]), "total": state.players[seat].vp}
            ours["sources"] = {source: points for source, points in mine.items() if points}
            self.same(f"score of seat {at}", ours, expected)
            total = standings[seat].total - self.setup["seats"][at]["bid"]
            if total != final["scores"][at]:
                raise Differs(f"seat {at} scores {total}, recorded {final['scores'][at]}")


def source_of(source: str) -> str:
    """Our name for where recorded points came from."""
    name = re.split(r"[-\d]", source)[0]
    return {"gaia": "track", "qic": "action", "gleens": "ability", "adv": "tech"}.get(name, name)


def goods(text: str) -> dict[str, int]:
    """Read a recorded list of goods.

    >>> goods("3pw"), goods("1o,2c"), goods("t-a3")
    ({'pw': 3}, {'o': 1, 'c': 2}, {'t-a3': 1})
    """
    found = {}
    for part in text.split(","):
        match = re.fullmatch(r"(\d*)(\D.*)", part)
        if match is None:
            raise Differs(f"unknown goods {part!r}")
        found[match[2]] = int(match[1] or 1)
    return found


def follow(path: Path) -> str | None:
    """Follow a recorded game; say where it differs, or None."""
    return outcome(lambda: Follower(load(path)).run())
