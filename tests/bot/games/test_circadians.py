"""Circadians: First Light at a table, by text: plans stay secret until all have planned, and a whole game is played."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import discord
import pytest

from bot.tables.core.automatic import Automation, answer_automatically
from bot.tables.core.data import Live, Player, TableInfo, Undoable
from bot.typed.line import complete_move
from bot.views.localizer import Localizer
from bot.views.panel import panel_layout
from rendering.jobs import Drawn
from rules.circadians.means import Means
from rules.circadians.steps.action import CANTEEN, RECALL
from rules.circadians.steps.harvest import FarmChoice, choices
from rules.circadians.steps.planning import OPEN, Plan
from rules.kernel.play import SeatAutomation, robot_answer
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.steps import Event
from rules.kernel.supposing import suppose
from rules.kernel.text import T
from storage import automatic as stored_automatic
from storage.schema import Draft
from tests.bot.games.test_whole_games import Hand, play_on
from tests.bot.world import World, all_pages, components, labels, open_world, reply, text_of
from tests.rules.circadians.table import give, make, table_of


def test_nobody_is_asked_for_the_one_thing_that_a_farm_yields_and_it_is_called_no_standing_answer() -> None:
    state = make(2)
    state.players[0].farm_dice[2] = 1
    state.players[1].farm_dice[2] = 6
    table = table_of(state, FarmChoice(0, 3), FarmChoice(1, 3))
    nothing_set = Automation({0: SeatAutomation(), 1: SeatAutomation()})
    run = answer_automatically(table.game, table.position, nothing_set)
    assert [(one.seat, one.picks) for one in run.given] == [(0, ("water",))]
    assert [event.kind for one in run.given for event in one.events] == []
    assert run.waiting == (1,), "a 6 yields either"


async def planned(world: World) -> int:
    """Bring a seated table to the first planning."""
    info = await world.tables.lobby.of_channel(world.channel.id)
    chance = Rng("ab" * 16)
    while (live := await world.tables.game(info.id)).view(None).phase == "setup":
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        await world.tables.answer(info.id, live.info.players[seat].user_id, [choose(None, prompt, chance)])
    await world.env.settle()
    return info.id


async def test_plans_are_typed_kept_secret_changed_and_then_shown(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        await world.seated(2)
        table = await planned(world)
        live = await world.tables.game(table)
        people = {person.id: person for person in world.people}
        first, second = (people[live.info.players[seat].user_id] for seat in (0, 1))
        before = {post.id for post in world.posts()}

        faces = live.view(0).players[0].rolled
        one, other = faces[0], faces[1]
        for typed, offered in (
            ("plan", f"plan {one}>g1"),
            (f"plan {one}", f"plan {one}>g1"),
            (f"{one} f", f"{one}>f2"),
            (f"{one}>f2 ", f"{one}>f2 {other}>g1"),
            (f"plan {one}>f2 ", f"plan {one}>f2 {other}>g1"),
            (f"plan {one} g1 {other}", f"plan {one} g1 {other}>g2"),
            (f"{one} g1 {other} f", f"{one} g1 {other}>f3"),
        ):
            found = [value for _, value in complete_move(live, 0, typed, Localizer("en", live.info.names).words)]
            assert offered in found, typed
            assert len(found) <= 25
        line = "plan " + " ".join(f"{face}>g{n}" for n, face in enumerate(faces, 1))
        panel = reply(await first.slash(world.channel, "play", move=line))
        assert "Your plan" in text_of(panel)
        assert {post.id for post in world.posts()} == before  # nothing is told, the table message is edited
        assert all(f"{faces[0]} to garage" not in text_of(post) for post in world.posts())
        assert list((await world.tables.game(table)).waiting) == [1]

        await first.slash(world.channel, "undo")
        live = await world.tables.game(table)
        assert list(live.waiting) == [0, 1]
        await first.slash(world.channel, "play", move="anew")
        await first.slash(
            world.channel, "play", move="plan " + " ".join(f"{face}>f{n}" for n, face in enumerate(faces, 1))
        )

        faces = live.view(1).players[1].rolled
        await second.slash(world.channel, "play", move=" ".join(f"{face}>g{n}" for n, face in enumerate(faces, 1)))
        await world.env.settle()
        assert "to farm 1" in text_of(world.last)
        assert (await world.tables.game(table)).view(None).players[1].garages[:3] == list(faces)


async def to_a_plan(world: World, dice: int) -> tuple[Live, int, list[str]]:
    """Play as robots do to an answer after which its seat is asked ahead, with so many dice left; gives it too."""
    info = await world.tables.lobby.of_channel(world.channel.id)
    while not (live := await world.tables.game(info.id)).over:
        seat = live.waiting[0]
        picks = robot_answer(live.game, live._position, seat).picks
        after = live.game.copy(live._position)
        live.game.answer(after, seat, picks)
        view = live.game.view(after, seat)
        left = sum(map(bool, view.players[seat].garages))
        waits = seat not in live.game.waiting(after) and view.phase == "garages" and left == dice
        if waits and live.game.asks_ahead(view, seat):
            return live, seat, picks
        await world.tables.answer(info.id, live.info.players[seat].user_id, [picks])
        await world.env.settle()
    raise AssertionError("nobody is ever asked ahead")


async def test_what_farms_yield_is_asked_ahead_after_the_last_die_and_then_nobody_waits_for_it(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        seats = await world.seated(2)
        live, seat, picks = await to_a_plan(world, 0)
        person, table = seats[seat], live.info.id
        panel = reply(await person.slash(world.channel, "play", move=" ".join(picks)))
        said = text_of(panel)
        assert "You can already say what you will answer next." in said
        assert "What does farm" in said
        told = [event.text for event in (await world.tables.events(table, seat))[-1].events]
        assert told
        words = Localizer("en", live.info.names)
        assert any(words.post(one) in said for one in told), "the panel tells what came of the answer as well"
        posts = len(world.posts())

        await person.click(panel, label="Later")
        assert "Nothing is asked of you now." in text_of(panel)
        await person.click(panel, label="Plan ahead")
        assert "Later" not in labels(panel), "it was not shown by itself"
        while "Plan this" not in labels(panel) or any(":draftpick:" in str(one) for one in components(panel)):
            pick = next(one for one in components(panel) if ":draftpick:" in str(one.get("custom_id")))
            await person.click(panel, custom_id=pick["custom_id"])
        await person.click(panel, label="Plan this")
        assert ": Gain" in text_of(panel)
        assert len(world.posts()) == posts, "nothing of it is public"
        round_ = (await world.tables.game(table)).view(None).round
        while (live := await world.tables.game(table)).view(None).round == round_:
            prompt = live.prompt_of(live.waiting[0])
            assert prompt is not None
            assert (prompt.seat, prompt.kind) != (seat, "harvest")
            answer = robot_answer(live.game, live._position, live.waiting[0]).picks
            await world.tables.answer(table, live.info.players[live.waiting[0]].user_id, [answer])
        assert (await world.tables.plans.of(table, person.id)).plans == ()


async def test_the_last_die_is_asked_ahead_and_what_farms_yield_in_one_go(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        seats = await world.seated(2)
        live, seat, picks = await to_a_plan(world, 1)
        person, table = seats[seat], live.info.id
        async with world.store.writing() as session:  # left from a turn that was played otherwise
            left = Draft(table_id=table, user_id=person.id, turns=[[[CANTEEN]]], at=datetime.now(UTC))
            await stored_automatic.put_draft(session, left)
        panel = reply(await person.slash(world.channel, "play", move=" ".join(picks)))
        assert "in garage" in text_of(panel)
        assert {"Later", "My plans"} <= {*labels(panel)}
        assert "Plan this" not in labels(panel), "nothing is said yet"
        prompt = (await world.tables.drafts.of(table, person.id)).prompt
        assert prompt is not None
        stays = next(one for one in prompt.legal if one.id in {CANTEEN, RECALL})
        menu = next((one for one in components(panel) if ":draftchoose:" in str(one.get("custom_id"))), None)
        if menu is not None:
            await person.select(panel, [stays.id], custom_id=menu["custom_id"])
        else:
            at = f":draftpick:{prompt.options.index(stays)}"
            pressed = next(one for one in components(panel) if at in str(one.get("custom_id")))
            await person.click(panel, custom_id=pressed["custom_id"])
        assert "Plan this" in labels(panel)
        drafted = await world.tables.drafts.of(table, person.id)
        assert (len(drafted.turns) == 2) == ("What does farm" in text_of(panel)) == bool(farms_of(live, seat))


async def to_no_die_left(world: World) -> tuple[Live, int]:
    """Play as robots do until a seat that waits has no die left and nothing else to say before the next roll."""
    info = await world.tables.lobby.of_channel(world.channel.id)
    while not (live := await world.tables.game(info.id)).over:
        for seat in {0, 1} - {*live.waiting}:
            begun = suppose(live.game, live.view(seat), seat, [[]])
            if begun.prompt is not None and begun.prompt.kind == "roll":
                return live, seat
        await by_robot(world, live, live.waiting[0])
    raise AssertionError("nobody is ever left without a die")


async def by_robot(world: World, live: Live, seat: int) -> None:
    """Answer for a seat as the robot does."""
    picks = robot_answer(live.game, live._position, seat).picks
    await world.tables.answer(live.info.id, live.info.players[seat].user_id, [picks])
    await world.env.settle()


@pytest.mark.parametrize("sealed", [False, True])
async def test_the_next_roll_is_planned_in_secret_and_placed_as_it_comes(tmp_path: Path, *, sealed: bool) -> None:
    async with open_world(tmp_path, "circadians") as world:
        seats = await world.seated(2)
        live, seat = await to_no_die_left(world)
        person, table, round_ = seats[seat], live.info.id, live.view(None).round
        panel = reply(await person.slash(world.channel, "play"))
        before = [text_of(post) for post in world.posts()]
        await person.click(panel, label="Plan ahead")
        assert "Where do the dice of your next roll go?" in text_of(panel)
        menus = [one for one in components(panel) if ":draftchoose:" in str(one.get("custom_id"))]
        await person.select(panel, ["6>f1"], custom_id=menus[0]["custom_id"])
        await person.click(panel, label="All others to the garages, the lowest first")
        await person.click(
            panel, label=next(one for one in labels(panel) if one.startswith("Seal" if sealed else "Show"))
        )
        await person.click(panel, label="Plan this")
        assert ": 6 to farm 1" in text_of(panel)
        (plan,) = (await world.tables.plans.of(table, person.id)).plans
        assert [one.id for one in plan.premove.named] == ["6>f1", "low", "seal" if sealed else "look"]
        assert [text_of(post) for post in world.posts()] == before

        await world.restart()
        while (live := await world.tables.game(table)).view(None).round == round_:
            await by_robot(world, live, live.waiting[0])
        me = live.view(seat).players[seat]
        assert me.rolled == []
        garages = [face for place, face in sorted(me.plan.items()) if place[0] == "g"]
        assert garages == sorted(garages)
        assert {place for place in me.plan if place[0] == "f"} == ({"f1"} if 6 in me.plan.values() else set())
        prompt = live.prompt_of(seat)
        assert (prompt is None) == sealed
        assert sealed or (prompt is not None and prompt.kind == "seal")
        assert (await world.tables.plans.of(table, person.id)).plans == ()
        own, other = [
            [event.text.id for block in await world.tables.events(table, one) for event in block.events]
            for one in (seat, 1 - seat)
        ]
        assert sum("planned answer was given" in one for one in own) == 1, "once, whatever the number of dice"
        assert not any("planned answer" in one for one in other)
        assert live.view(1 - seat).players[seat].plan == {}
        said = await all_pages(person, reply(await person.slash(world.channel, "log")))
        assert "Your planned answer was given" in said
        if not sealed:
            panel = reply(await person.slash(world.channel, "play"))
            await person.click(panel, label="Seal the plan")
            assert seat not in (await world.tables.game(table)).waiting


def farms_of(live: Live, seat: int) -> list[int]:
    """The farms whose die will yield what the seat chooses."""
    return choices(Means(live.view(seat), seat))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("faces", [[1, 2, 3, 4, 6], [2, 2, 5, 5, 5], [3]])
def test_a_plan_of_many_dice_is_one_short_menu_for_each_and_never_a_page(faces: list[int], language: str) -> None:
    state = make(4)
    farms = [farm for farm, tile in state.parts.farms.items() if tile.takes_die][:3]
    state.players[0] = give(state.players[0], rolled=[*faces], farms=farms, water=18)
    table = table_of(state, Plan(0))
    names = ["*" * 32, "👩‍🚀" * 10, "||@everyone||[x](http://y)<@1>", "[" * 32]
    players = tuple(Player(seat, seat + 1, one) for seat, one in enumerate(names))
    now = datetime.now(UTC)
    info = TableInfo(10**9, 1, 2, "circadians", {}, "running", 10**9, 1, players, (), now, now)
    at_first = len(faces)
    while faces:
        live = Live(
            info, table.game, tuple(table.game.prompts(table.position)), (0,), over=False, _position=table.position
        )
        prompt = live.prompt_of(0)
        assert prompt is not None
        back = Undoable(0, 7, prompt.text, ("x",), 4)
        happened = [Event("roll", T("You roll {dice}.", dice="1, 2, 3"))] * 80
        view = panel_layout(live, 0, Localizer(language, names), None, back=back, notice=prompt.text, happened=happened)
        items = list(view.walk_children())
        assert len(items) <= 40
        assert sum(len(one.content) for one in items if isinstance(one, discord.ui.TextDisplay)) <= 4000
        menus = [one for one in items if isinstance(one, discord.ui.Select)]
        codes = [str(one.custom_id) for one in items if isinstance(one, discord.ui.Button | discord.ui.Select)]
        assert len(set(codes)) == len(codes)
        offered = [[option.value for option in menu.options] for menu in menus]
        dice = [str(face) for face in sorted(set(faces), reverse=True)] * (2 if len(faces) == 1 else 1)
        assert [{id.removeprefix(OPEN)[0] for id in ids} for ids in offered] == [{die} for die in dice]
        assert all(len(ids) <= 7 for ids in offered)
        pressed = {prompt.options[int(code.rpartition(":")[2])].id for code in codes if ":pick:" in code}
        assert pressed == ({"anew"} if len(faces) < at_first else set())
        assert {id for ids in offered for id in ids} | pressed == {one.id for one in prompt.legal}
        table.answer(0, offered[0][0])
        faces = table.state.players[0].rolled


@pytest.mark.parametrize("language", ["en", "de"])
def test_four_dice_are_planned_by_four_buttons_beside_the_picture(language: str) -> None:
    state = make(4)
    state.players[0] = give(state.players[0], rolled=[1, 3, 4, 6], algae=9)
    table = table_of(state, Plan(0))
    names = ["Ann", "Ben", "Cleo", "Dora"]
    players = tuple(Player(seat, seat + 1, one) for seat, one in enumerate(names))
    now = datetime.now(UTC)
    info = TableInfo(10**9, 1, 2, "circadians", {}, "running", 10**9, 1, players, (), now, now)
    picture = Drawn(b"RIFF", "panel.webp", "x")
    said = []
    for presses in range(4):
        live = Live(
            info, table.game, tuple(table.game.prompts(table.position)), (0,), over=False, _position=table.position
        )
        prompt = live.prompt_of(0)
        assert prompt is not None
        back = Undoable(0, 7, prompt.text, ("x",), presses) if presses else None
        happened = [Event("roll", T("You roll {dice}.", dice="1, 2, 3"))] * 80
        view = panel_layout(live, 0, Localizer(language, names), picture, back=back, happened=happened)
        items = list(view.walk_children())
        assert len(items) <= 40
        assert not [one for one in items if isinstance(one, discord.ui.Select)]
        buttons = [one for one in items if isinstance(one, discord.ui.Button) and ":pick:" in str(one.custom_id)]
        said.append([one.label for one in buttons])
        table.answer(0, prompt.options[int(str(buttons[0].custom_id).rpartition(":")[2])].id)
    assert said[0][:5] == ["a G1", "b F1", "c F2", "d F3", "e G1"], "the numbers of the picture, a row for each die"
    assert said[3][:2] == ["G4 🔒", "F1 🔒"]
    assert said[3][4:6] == ["a G4", "b F1"]
    assert table.state.players[0].plan == {"g1": 6, "g2": 4, "g3": 3, "g4": 1}


async def test_a_whole_game_is_played_by_text_with_a_restart_in_the_middle(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        await world.seated(2)
        hands = {person.id: Hand(world, person, Random(f"circadians {person.id}")) for person in world.people[:2]}
        await play_on(world, hands, 30)
        await world.restart()
        ways = await play_on(world, hands, 2000)
        assert ways == {"button", "menu", "typed"}
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        assert info.phase == "finished"
        said = text_of(world.last)
        assert "won!" in said or "share the victory" in said
        assert reply(await world.ada.slash(world.channel, "rules", topic="set"))
