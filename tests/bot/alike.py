"""What a table shows to somebody: every text, button and choice that they can come to see, and games to compare it in.

Two games are alike to a person where this is equal; what they may do there is known by its buttons and refusals.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from bot.commands.history import complete_turns
from bot.commands.rewind import _described, _name_of, places_to_go
from bot.delivery.letters.followed import followed_view
from bot.delivery.letters.next import who_is_next
from bot.tables.core import answers as play
from bot.tables.core import automatic
from bot.tables.core.automatic import Automation
from bot.tables.core.data import Live, Person
from bot.tables.core.errors import TableError
from bot.tables.drafts import may_draft
from bot.tables.plans import prompts_ahead
from bot.tables.queries import Turn
from bot.tables.service import Tables
from bot.views.events import events_of, since_mine
from bot.views.localizer import Localizer
from bot.views.panel import panel_layout
from bot.views.posts import status_lines, table_post
from bot.views.trials import trial_layout
from bot.views.votes import vote_post
from bot.web.texts import table_said
from rules.kernel.errors import RulesError
from rules.kernel.game import Game, GameInfo, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import T, player
from rules.registry import GAMES
from storage.backup import back_up
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, DOT, Clock
from tests.toy import Accept, Bid, Drop, End, Round, Sort, ToyGame, ToyState, Use

LONGEST_WALK = 150
"""Maximum number of answers that lead to the half-made turn that is looked for."""
MAX_GAMES = 8
"""Maximum number of games in which it is looked for."""


class Polish(Ask[ToyState], tag=True):
    """A turn of several steps."""

    left: int = 3

    def prompt(self, state: ToyState) -> Prompt:
        options = [Option("polish", T("Polish it")), Option("done", T("Done"), ends=True)]
        return Prompt(self.seat, "polish", T("Do you polish it? ({n})", n=self.left), options)

    def take(self, state: ToyState, picks: list[str], flow: Flow[ToyState]) -> None:
        if picks == ["done"] or self.left == 1:
            flow.end_turn()
            return
        state.points[self.seat] += 1
        flow.tell("polish", T("{who} polishes a lot.", who=player(self.seat)), seat=self.seat)
        flow.then(Polish(self.seat, self.left - 1))


class Done(Round, tag=True):
    """Let everybody polish in turn, before anything is drawn again."""

    def run(self, state: ToyState, flow: Flow[ToyState]) -> None:
        flow.then(*(Polish(seat) for _ in range(2) for seat in range(len(state.coins))), Round())


ToyStep = Round | Bid | Use | Accept | Sort | Drop | End | Polish | Done


class Workshop(ToyGame):
    """The auction, after everybody has polished what they have: turns of several steps that are not drawn."""

    info: ClassVar[GameInfo] = ToyGame.info
    position_type = Position[ToyState, ToyStep]

    def begin(self, config: Any, seats: int, flow: Flow[ToyState]) -> ToyState:
        state = super().begin(config, seats, flow)
        flow.stack.clear()
        flow.then(Done())
        return state


def game_of(key: str) -> Game[Any, Any]:
    """The game of a key."""
    return Workshop() if key == "toy" else GAMES[key]


@dataclass
class Sitting:
    """A table where random answers are given; `then` is who would begin a half-made turn with `picks`."""

    tables: Tables
    clock: Clock
    table_id: int
    chance: Random
    then: int = -1
    picks: list[str] = field(default_factory=list)

    async def live(self) -> Live:
        return await self.tables.game(self.table_id)

    async def person(self, seat: int) -> int:
        return (await self.live()).info.players[seat].user_id

    async def give(self, seat: int, *answers: Sequence[str]) -> None:
        """Answer by hand."""
        await self.tables.answer(self.table_id, await self.person(seat), answers)

    async def walk(self, least: int) -> bool:
        """Answer at random until, after at least so many answers, somebody is about to make a step in secret."""
        game, data, automation = await self._loaded()
        given: list[tuple[int, list[str]]] = []
        half_made = False
        while len(given) < LONGEST_WALK:
            position = game.decode(data)
            if game.over(position):
                return False
            seat = self.chance.choice(game.waiting(position))
            picks = random_picks(game.prompt(position, seat), self.chance)
            run = play.run(game, data, seat, [picks], automation=automation)
            if len(given) >= least and not half_made and run.half_made(seat):
                for answers in given:
                    await self.give(*answers)
                self.then, self.picks = seat, picks
                return True
            given.append((seat, picks))
            data, half_made = run.encoded, run.half_made(seat)
        return False

    async def steps(self, most: int, *, begin: bool = True) -> list[list[str]]:
        """Go on in secret; gives what was answered."""
        given: list[list[str]] = []
        if begin:
            await self.give(self.then, self.picks)
            given.append(self.picks)
        for _ in range(most):
            live = await self.live()
            picks = random_picks(live.prompt_of(self.then), self.chance)
            if not await self.in_secret(self.then, picks):
                break
            await self.give(self.then, picks)
            given.append(picks)
        return given

    async def in_secret(self, seat: int, picks: Sequence[str]) -> bool:
        """Whether an answer would be a step of a half-made turn."""
        game, data, automation = await self._loaded()
        return play.run(game, data, seat, [picks], automation=automation).half_made(seat)

    async def _loaded(self) -> tuple[Game[Any, Any], bytes, Automation]:
        unit = self.tables._unit
        async with unit.reading() as session:
            stored = await unit.find(session, self.table_id)
            data = await unit.position(session, stored)
            automation = await automatic.load(unit, session, stored)
        return unit.game(stored.table.game), data, automation

    async def said(self) -> list[tuple[str, Any]]:
        """What waits to be posted or written to somebody, taken out of the outbox."""
        rows = (await self.tables.outbox.claim(self.clock.now, 1000)).messages
        await self.tables.outbox.sent([row.id for row in rows], self.clock.now)
        return [(row.kind, row.payload) for row in rows]


def random_picks(prompt: Prompt | None, chance: Random) -> list[str]:
    """Answer a question at random."""
    assert prompt is not None
    legal = [option.id for option in prompt.legal]
    return chance.sample(legal, max(prompt.at_least, min(1, len(legal), prompt.at_most)))


@asynccontextmanager
async def sitting(url: str, key: str, seed: int, *, policies: bool = False) -> AsyncIterator[Sitting]:
    """Start a table of three on a fresh database, with policies or without."""
    store = await Store.open(url)
    clock = Clock()
    chance = Random(seed)
    tables = Tables(store, {key: game_of(key)}, clock, lambda: f"{seed:032x}")
    try:
        info = await tables.lobby.create(1, 20, ANN, key, {})
        for other in (BEN, CEM):
            await tables.lobby.join(info.id, other)
        await tables.lobby.start(info.id, ANN)
        await tables.follows.follow(info.id, DOT.user_id, only_end=False)
        for person in (ANN, BEN):
            await tables.prefer(person.user_id, tells_next=True)
        for person in (ANN, BEN, CEM) if policies else ():
            for policy in chance.sample(tables._unit.game(key).policies, 2):
                await tables.policies.set(info.id, person.user_id, policy.key, chance.choice(policy.choices).value)
        yield Sitting(tables, clock, info.id, chance)
    finally:
        await store.close()


@asynccontextmanager
async def pair(
    folder: Path, key: str, seed: int, least: int, *, policies: bool = False
) -> AsyncIterator[tuple[Sitting, Sitting]]:
    """Bring a game to where somebody may begin a turn in secret, and give it and a game like it."""
    for attempt in range(MAX_GAMES):
        here, copy = f"sqlite:///{folder / f'{attempt}.db'}", folder / "copy.db"
        async with sitting(here, key, MAX_GAMES * seed + attempt, policies=policies) as plain:
            if not await plain.walk(least):
                continue
            await plain.said()
            await back_up(here, copy)
            store = await Store.open(f"sqlite:///{copy}")
            tables = Tables(store, {key: game_of(key)}, plain.clock)
            try:
                yield plain, replace(plain, tables=tables, chance=Random(seed))
            finally:
                await store.close()
            return
    raise AssertionError("nobody could begin a turn in secret")


async def face(tables: Tables, table_id: int, person: Person | int, language: str = "de") -> dict[str, Any]:
    """Everything that a table shows to somebody who sits there or looks on."""
    user = person if isinstance(person, int) else person.user_id
    live = await tables.game(table_id)
    seat = live.seat_of(user)
    localizer = Localizer(language, live.info.names)
    turns = await tables.history.turns(table_id)
    posting = await tables.queries.posting(table_id)
    assert posting.live is not None
    vote = await tables.rewinds.vote(table_id)
    past = await tables.history.at(table_id, user)
    shown: dict[str, Any] = {
        "table": replace(live.info, step=0),
        "view": live.view(seat),
        "scores": live.scores(seat),
        "log": [
            (one.revision, one.at, one.kind, one.seat, one.by, one.events)
            for one in await tables.events(table_id, seat)
            if one.events
        ],
        "taken back": [one.events for one in await tables.events(table_id, seat, taken_back=True) if one.events],
        "post": _made(table_post(posting.live, localizer, [e for one in posting.log for e in one.events], None)),
        "status": status_lines(live, localizer),
        "web": (table_said(live, localizer), None if seat is None else table_said(live, localizer, seat)),
        "turns": complete_turns(turns, "", localizer, lowest=0),
        "places": [(_name_of(turn.first), _described(turn, localizer)) for turn in places_to_go(turns)],
        "past": (past.number, past.live.view(seat), past.events),
        "vote": None if vote is None else _made(vote_post(vote, localizer)),
        "next": who_is_next(live),
        "runs": [(replace(info, step=0), info.waiting) for info in await tables.wishes.tables_of(user)],
        "mine": [(one.info.id, one.seat, one.since, one.task) for one in await tables.waiting_for(user)],
    }
    if seat is None:
        happened = events_of(await tables.events(table_id, None, 0))
        shown["followed"] = _made(followed_view(live, localizer, "", happened, 0, "row1", None))
        shown["follows"] = [(replace(info, step=0), end) for info, end in await tables.follows.tables_of(user)]
    if seat is not None and live.info.phase == "running":
        panel = await tables.queries.panel(table_id, user)
        layout = panel_layout(
            panel.live,
            seat,
            localizer,
            None,
            back=panel.back,
            happened=events_of(since_mine(panel.log, seat)),
            planned=panel.planned,
        )
        planning = await tables.plans.of(table_id, user)
        shown |= {
            "panel": _made(layout),
            "prompt": live.prompt_of(seat),
            "plans": (planning.plans, planning.prompts),
            "ahead": (may_draft(live, seat), prompts_ahead(live, seat)),
            "notice": events_of(since_mine((await turn(tables, table_id, user, seat))[1], seat, own=False)),
            "tried": await tried(tables, table_id, user, localizer),
        }
    return shown


async def turn(tables: Tables, table_id: int, user: int, seat: int) -> Turn:
    """Load what a seat is told when it is its turn."""
    _, [found] = await tables.queries.notice(user, [(table_id, seat)], lambda _: True)
    assert found is not None
    return found


async def tried(tables: Tables, table_id: int, user: int, localizer: Localizer) -> Any:
    """What a person is shown who tries a line, and after one answer."""
    try:
        trial = await tables.trials.begin_anew(table_id, user)
    except TableError as error:
        return error.text
    shown = [_made(trial_layout(trial, localizer, None)), trial.shown.view(trial.seat)]
    if trial.prompt is not None:
        pick = trial.prompt.legal[: max(1, trial.prompt.at_least)]
        answered = trial.live.tried(trial.seat, "7" * 32, [[one.id for one in pick]], 1)
        shown += [answered.events, answered.prompt, answered.stopped]
    return shown


def _made(view: Any) -> Any:
    """Give a message as Discord gets it, with what its buttons carry."""
    return view.to_components()


async def faces(at: Sitting) -> dict[int, dict[str, Any]]:
    """What everybody is shown but whoever makes a turn in secret, and what an onlooker is."""
    live = await at.live()
    others = [one.user_id for one in live.info.players if one.seat != at.then]
    return {user: await face(at.tables, at.table_id, user) for user in (*others, DOT.user_id)}


async def outcome_of(deed: Any) -> Any:
    """Do something, and give what comes of it as whoever does it is told."""
    try:
        done = await deed
    except (TableError, RulesError) as error:
        return type(error), error.text
    if isinstance(done, bytes):
        return msgspec.json.decode(done)
    return type(done)
