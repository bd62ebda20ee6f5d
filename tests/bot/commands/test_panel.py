"""Panels: what is asked, what is refused and why, changing, taking back, pages, forms, restarts."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest

from bot.delivery.letters.turn import OpenWait, _at_once
from bot.tables.core.answers import picks_of
from bot.tables.core.data import Live, Player, TableInfo, Undoable, fingerprint
from bot.tables.core.errors import Stale
from bot.typed.picks import find_picks
from bot.views.localizer import Localizer
from bot.views.panel import MAX_BACK, _back_label, panel_layout
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.errors import IllegalAnswer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, player
from rules.race.components import CARDS
from rules.registry import GAMES
from tests import toy
from tests.bot.world import World, all_pages, components, labels, reply, text_of
from tests.rules.race.table import act, table_of


async def test_a_panel_is_private_and_offers_what_may_be_picked(world: World) -> None:
    seats = await world.seated(2)
    result = await seats[0].slash(world.channel, "play")
    assert result.ephemeral
    said = text_of(result)
    assert "Bid for the lot." in said
    assert "Bid 5" in said


async def test_every_interaction_is_acknowledged_before_any_work_is_done(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    await seats[0].select(panel, ["3"])
    await seats[1].click(world.last, label="Board")
    kinds = [dict(one.json or {})["type"] for one in world.env.http_requests if one.path.endswith("/callback")]
    assert set(kinds) == {5, 6}  # a deferred reply, a deferred update


async def test_what_is_refused_is_shown_with_the_reason(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    await seats[0].slash(world.channel, "play", move="keep")
    for person in seats:
        panel = reply(await person.slash(world.channel, "play"))
        await person.click(panel, label="Pick none")
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert "coins, not" not in text_of(panel)
    assert "3 more can’t be chosen: why?" in labels(panel)
    why = await seats[0].click(panel, label="3 more can’t be chosen: why?")
    assert reply(why).ephemeral
    assert "**You have only 2 coins, not 4.**\nBid 4" in text_of(why)
    assert "Bid for the lot." in text_of(panel)  # it stands beside the panel, which stays
    assert [one["label"] for one in components(panel) if ":pick:" in one.get("custom_id", "")] == [
        "Bid 0",
        "Bid 1",
        "Bid 2",
    ]


async def test_why_something_is_refused_is_told_only_of_what_is_asked_now(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    await seats[0].slash(world.channel, "play", move="keep")
    for person in seats:
        await person.click(reply(await person.slash(world.channel, "play")), label="Pick none")
    panel = reply(await seats[0].slash(world.channel, "play"))
    why = next(one["custom_id"] for one in components(panel) if ":why:" in one.get("custom_id", ""))
    for person in seats:
        await person.slash(world.channel, "play", move="0")
    await seats[0].click(panel, custom_id=why)
    assert "coins, not 4" not in text_of(panel)
    assert "The table has moved on since this panel was shown." in text_of(panel)


async def test_a_sealed_answer_is_shown_and_can_be_changed_until_the_last_one(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    await seats[0].select(panel, ["3"])
    assert "You chose: Bid 3" in text_of(panel)
    assert "Bid 3" not in text_of(world.last)
    await seats[0].click(panel, label="Change")
    await seats[0].select(panel, ["4"])
    assert "You chose: Bid 4" in text_of(panel)
    assert "The table waits for: " in text_of(panel)
    await seats[1].slash(world.channel, "play", move="1")
    await seats[0].click(panel, label="Refresh")
    assert "What do you do with the lot?" in text_of(panel)


async def test_others_answers_do_not_spoil_an_open_panel(world: World) -> None:
    seats = await world.seated(3)
    panel = reply(await seats[0].slash(world.channel, "play"))
    await seats[1].slash(world.channel, "play", move="1")
    await seats[2].slash(world.channel, "play", move="2")
    await seats[0].select(panel, ["3"])
    assert "takes the lot for 3" in text_of(panel)


async def test_back_takes_an_answer_back_and_says_which_question_it_returns_to(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert not [one for one in labels(panel) if one.startswith("Back")]
    await seats[0].click(panel, label="Keep it")
    assert "Drop a coin?" in text_of(panel)
    await seats[0].click(panel, label="Back to: What do you do with the lot?")
    assert "What do you do with the lot?" in text_of(panel)
    assert "Keep it" in labels(panel)


async def test_reset_takes_back_every_step_since_the_last_barrier(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    await seats[0].click(panel, label="Keep it")
    assert not [one for one in labels(panel) if one.startswith("Reset")]
    await seats[0].click(panel, label="Drop a coin")
    assert "Back to: Drop a coin?" in labels(panel)
    await seats[0].click(panel, label="Reset: 2 steps back")
    assert "What do you do with the lot?" in text_of(panel)


async def test_undo_takes_back_and_an_old_back_button_does_not_take_back_more(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play", move="keep"))
    undone = reply(await seats[0].slash(world.channel, "undo"))
    assert "✅ Taken back. You are asked again: What do you do with the lot?" in text_of(undone)
    assert "⚠️" not in text_of(undone)
    revision = (await world.tables.lobby.of_channel(world.channel.id)).revision
    await seats[0].click(panel, label="Back to: What do you do with the lot?")
    assert (await world.tables.lobby.of_channel(world.channel.id)).revision == revision
    said = text_of(reply(await seats[0].slash(world.channel, "undo")))
    assert "Your last answer stands" in said


async def test_open_panels_and_the_table_message_work_after_a_restart(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    message = world.last
    await world.restart()
    await seats[0].select(panel, ["3"])
    assert "You chose: Bid 3" in text_of(panel)
    other = reply(await seats[1].click(message, label="Play"))
    await seats[1].select(other, ["1"])
    assert (await world.tables.lobby.of_channel(world.channel.id)).waiting[0].user_id == seats[0].id


async def test_what_happened_is_told_in_few_lines_and_all_of_it_behind_a_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.views.panel.HAPPENED_ROWS", 0)
    monkeypatch.setattr("bot.views.posts.MAX_ROWS", 0)
    monkeypatch.setattr("bot.views.posts.FEW_ROWS", 0)
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    panel = reply(await seats[1].slash(world.channel, "play", move="1"))
    post = world.last
    for who, message in ((seats[1], panel), (world.dora, post)):  # an onlooker as well
        assert "takes the lot for 3" not in text_of(message)
        (label,) = [one for one in labels(message) if one.startswith("What happened")]
        told = reply(await who.click(message, label=label))
        assert told.ephemeral
        assert "takes the lot for 3" in text_of(told)


async def test_what_others_did_is_told_before_what_one_has_just_done_oneself(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.views.panel.HAPPENED_ROWS", 2)
    seats = await world.seated(2)
    me, other = seats
    table = (await world.tables.lobby.of_channel(world.channel.id)).id
    await me.slash(world.channel, "play", move="3")
    await other.slash(world.channel, "play", move="1")
    await me.slash(world.channel, "play", move="keep")
    await other.slash(world.channel, "play", move="-")
    await other.slash(world.channel, "plan", question="bid", answer="1")
    await world.tables.policies.set(table, other.id, "use", "keep")
    await world.tables.policies.set(table, me.id, "bid", "0")
    at_once = text_of(reply(await me.slash(world.channel, "play", move="coin")))
    again = text_of(reply(await me.slash(world.channel, "play")))
    for said in (at_once, again):
        assert "Your automatic answer: Bid 0." in said
        assert "keeps it. (Automatic answer.)" in said
        assert "You hide a coin." not in said


async def test_an_old_post_tells_what_happened_before_it_and_not_since(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.views.posts.MAX_ROWS", 0)
    monkeypatch.setattr("bot.views.posts.FEW_ROWS", 0)
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    post = world.last
    (label,) = [one for one in labels(post) if one.startswith("What happened")]
    before = text_of(reply(await seats[1].click(post, label=label)))
    await seats[0].slash(world.channel, "play", move="keep")
    assert text_of(reply(await seats[1].click(post, label=label))) == before


async def test_all_that_there_is_to_say_of_a_question_is_behind_a_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.views.panel.MAX_ROWS", 3)
    told = T(
        "It takes all the coins that you have, and some of those that you do not have, in this round and the next."
    )

    def prompt(self: toy.Use, state: toy.ToyState) -> Prompt:
        del state
        return Prompt(self.seat, "use", T("What do you do?"), [Option("keep", T("Keep"), told), Option("no", T("No"))])

    monkeypatch.setattr(toy.Use, "prompt", prompt)
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert told.id not in text_of(panel)
    more = reply(await seats[0].click(panel, label="More about this choice"))
    assert more.ephemeral
    assert f"- Keep: {told.id}" in text_of(more)


def test_what_the_question_says_is_not_told_above_it_as_well() -> None:
    game = GAMES["race"]
    position, _ = game.setup({}, 2, Rng("00" * 16))
    players = (Player(0, 1, "Ann"), Player(1, 2, "Bob"))
    now = datetime(2030, 1, 1, tzinfo=UTC)
    info = TableInfo(1, 1, 1, "race", {}, "running", 1, 1, players, (), now, now)
    built = T("{who} has built a mine.", who=player(1))
    asks = T("{built} Charge 1 power?", built=built)
    asked = Prompt(0, "charge", asks, [Option("yes", T("Yes")), Option("no", T("No"))])
    live = Live(info, game, (asked,), (0,), over=False, _position=position)
    view = panel_layout(
        live, 0, Localizer("en", info.names), None, happened=[Event("pass", T("Pass.")), Event("build", built)]
    )
    said = [one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay)]
    assert said == ["-# Pass.", "**Bob has built a mine. Charge 1 power?**"]


@pytest.mark.parametrize(("language", "ending"), [("en", "The game is over"), ("de", "Die Partie ist zu Ende")])
def test_the_end_of_a_game_is_told_once(language: str, ending: str) -> None:
    game = GAMES["race"]
    position, _ = game.setup({}, 2, Rng("00" * 16))
    players = (Player(0, 1, "Ann"), Player(1, 2, "Bob"))
    now = datetime(2030, 1, 1, tzinfo=UTC)
    info = TableInfo(1, 1, 1, "race", {}, "finished", 1, 1, players, (), now, now)
    live = Live(info, game, (), (), over=True, _position=position)
    won = TN(
        "The game is over. The winner is {winners}.",
        "The game is over. The victory is shared by {winners}.",
        1,
        winners=[player(1)],
    )
    alone = TN("The game is over: {who} has {n} point.", "The game is over: {who} has {n} points.", 9, who=player(0))
    for happened in ([Event("over", won)], [Event("over", alone)], []):
        view = panel_layout(live, 0, Localizer(language, info.names), None, happened=happened)
        said = [one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay)]
        assert " ".join(said).count(ending) == 1


@pytest.fixture
def many_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for some of sixty stars where the toy game asks what to do with the lot."""

    def prompt(self: toy.Use, state: toy.ToyState) -> Prompt:
        options = [Option(f"s{n}", T("Star {number}", number=n), T("far")) for n in range(60)]
        return Prompt(self.seat, "stars", T("Which stars?"), options, at_least=1, at_most=3)

    def take(self: toy.Use, state: toy.ToyState, picks: list[str], flow: object) -> None:
        state.points[self.seat] += len(picks)

    monkeypatch.setattr(toy.Use, "prompt", prompt)
    monkeypatch.setattr(toy.Use, "take", take)


@pytest.mark.usefixtures("many_choices")
async def test_many_choices_come_by_pages_and_by_a_form_that_works_after_a_restart(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert "page 1 of 3" in text_of(panel)
    assert "Star 24" in text_of(panel)
    assert "Star 25" not in text_of(panel)
    await seats[0].click(panel, label="Next page")
    await seats[0].click(panel, label="Next page")
    assert "Star 59" in text_of(panel)
    assert "Next page" not in labels(panel)
    form = await seats[0].click(panel, label="Type it")
    assert form.modal is not None
    await world.restart()
    await seats[0].submit_modal(form, {"move": "star 7, s30"})
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    assert live.view(None).points[0] == 2
    again = await seats[0].slash(world.channel, "score")
    assert "Lots: 2" in text_of(again)


@pytest.mark.usefixtures("many_choices")
async def test_a_form_with_nonsense_is_refused_in_the_panel(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    form = await seats[0].click(panel, label="Type it")
    result = await seats[0].submit_modal(form, {"move": "s1, s2, s3, s4"})
    assert "Pick 1 to 3 here, not 4." in text_of(result if result.response else panel)


@pytest.mark.usefixtures("many_choices")
async def test_the_line_nearest_to_what_a_form_was_told_is_offered_beside_the_panel(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    result = await seats[0].submit_modal(await seats[0].click(panel, label="Type it"), {"move": "stra 7"})
    assert "“stra 7” is not among the choices here." in text_of(panel)
    (offered,) = [one for one in result.followups if "Play: Star 7" in labels(one)]
    await seats[0].click(offered, label="Play: Star 7")
    assert "Lots: 1" in text_of(await seats[0].slash(world.channel, "score"))


async def test_hand_and_board_open_beside_the_panel(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    result = await seats[0].click(panel, label="Board")
    assert result.followups[0].ephemeral
    assert "0 points" in text_of(result.followups[0])
    assert "Bid for the lot." in text_of(panel)


async def test_panels_speak_the_language_of_the_reader(world: World) -> None:
    seats = await world.seated(2)
    world.locale = "de"
    assert "Aktualisieren" in labels(reply(await seats[0].slash(world.channel, "play")))
    world.locale = "en-GB"
    assert "Refresh" in labels(reply(await seats[0].slash(world.channel, "play")))
    await seats[0].slash(world.channel, "me", language="de")
    assert "Aktualisieren" in labels(reply(await seats[0].slash(world.channel, "play")))
    await seats[0].slash(world.channel, "me", language="auto")
    assert "Refresh" in labels(reply(await seats[0].slash(world.channel, "play")))


async def test_the_menu_itself_says_how_many_to_pick(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def prompt(self: toy.Bid, state: toy.ToyState, seat: int) -> Prompt:
        options = [Option(str(at), T("Bid {n}", n=at)) for at in range(6)]
        return Prompt(seat, "bid", T("Bid for the lot."), options, at_least=2, at_most=2, secret=True)

    monkeypatch.setattr(toy.Bid, "prompt", prompt)
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert [one["placeholder"] for one in components(panel) if one["type"] == 3] == ["Pick 2."]
    assert text_of(panel).count("Pick 2.") == 1


@pytest.mark.parametrize("phase", ["settle", "develop"])
def test_the_fullest_panel_keeps_the_limits_of_discord(phase: str) -> None:
    """Seventeen cards with long German names in hand, long names, a long story, a long refusal of what was typed."""
    game = GAMES["race"]
    position, _ = game.setup({"setup": "first"}, 4, Rng("00" * 16))
    kind = "world" if phase == "settle" else "development"
    fitting = [number for number, card in enumerate(CARDS) if card.kind == kind]
    longest = sorted(fitting, key=lambda number: -len(game.names[f"race.card.{CARDS[number].key}"]["de"]))
    for one in position.state.players:
        one.hand = sorted(longest[:17])
    for seat in range(4):
        game.answer(position, seat, [phase])
    names = ["*" * 32, "👩‍🚀" * 10, "||@everyone||[x](http://y)<@1>", "[" * 32]
    players = tuple(Player(seat, seat + 1, one) for seat, one in enumerate(names))
    now = datetime.now(UTC)
    info = TableInfo(10**9, 1, 2, "race", {}, "running", 10**9, 1, players, (), now, now)
    live = Live(info, game, tuple(game.prompts(position)), (0, 1, 2, 3), over=False, _position=position)
    prompt = live.prompt_of(0)
    assert prompt is not None
    assert len(prompt.options) > 5
    with pytest.raises(IllegalAnswer) as refused:
        find_picks(prompt, "*" * 900, names)
    view = panel_layout(
        live,
        0,
        Localizer("de", names),
        Drawn(b"RIFF", "panel.webp", "x" * 5000),
        back=Undoable(0, 7, prompt.text, ("x",)),
        notice=refused.value.text,
        happened=[Event("draw", T("{who} draws {n} cards.", who=player(at % 4), n=at)) for at in range(80)],
    )
    items = list(view.walk_children())
    assert len(items) <= 40
    texts = [one.content for one in items if isinstance(one, discord.ui.TextDisplay)]
    assert sum(map(len, texts)) <= 4000
    assert not any(text.endswith("…") for text in texts)
    for one in items:
        if isinstance(one, discord.ui.Select):
            assert all(len(option.label) <= 100 and len(option.description or "") <= 100 for option in one.options)
            assert not any(option.label.endswith("…") for option in one.options)
        if isinstance(one, discord.ui.Button):
            assert len(one.label or "") <= (45 if (one.label or "").startswith("Zurück zu:") else 80)


async def test_a_sealed_answer_that_is_taken_back_is_told_to_nobody_and_the_table_waits_again(world: World) -> None:
    seats = await world.seated(3)
    await seats[0].slash(world.channel, "play", move="2")
    await seats[1].slash(world.channel, "play", move="1")
    assert "still secret" in text_of(world.last)
    before = len(world.posts())
    assert "You are asked again" in text_of(reply(await seats[0].slash(world.channel, "undo")))
    said = text_of(world.last)
    assert len(world.posts()) == before
    assert f"still secret: {seats[1].user.global_name}" in said
    assert "step back" not in said
    assert "step back" not in (await all_pages(seats[1], reply(await seats[1].slash(world.channel, "log"))))
    assert "step back" in (await all_pages(seats[0], reply(await seats[0].slash(world.channel, "log"))))


NAMES = ["Ada", "Ben"]


def race_live(tableau: str, hand: str, *answers: str) -> Live:
    """A table of Race in which seat 0 has chosen Settle and then answered so."""
    table = act(table_of([tableau, "new_sparta"], [hand, ""], together=True), "settle", "produce")
    for picks in answers:
        table.answer(0, picks)
    game, position = table.game, table.position
    players = tuple(Player(seat, seat + 1, one) for seat, one in enumerate(NAMES))
    now = datetime.now(UTC)
    info = TableInfo(7, 1, 2, "race", {}, "running", 9, 1, players, (), now, now)
    waiting = tuple(game.waiting(position))
    return Live(info, game, tuple(game.prompts(position)), waiting, over=False, _position=position)


def buttons_of(live: Live, language: str = "en") -> dict[str, str]:
    view = panel_layout(live, 0, Localizer(language, NAMES), None)
    return {one.label or "": str(one.custom_id) for one in view.walk_children() if isinstance(one, discord.ui.Button)}


def test_a_suggested_answer_of_several_picks_is_one_press() -> None:
    live = race_live("old_earth", "gem_world comet_zone spice_world new_vinland distant_world", "comet_zone")
    prompt = live.prompt_of(0)
    assert prompt is not None
    assert (prompt.kind, prompt.at_least) == ("pay", 3)
    (label,) = (one for one in buttons_of(live) if one.startswith("Suggested: "))
    assert label.count("·") == 3
    number = int(buttons_of(live)[label].rpartition(":")[2])
    assert picks_of(prompt, number) == prompt.suggested
    with pytest.raises(Stale):
        picks_of(prompt, number + 1)


@pytest.mark.parametrize(
    ("language", "once", "always"),
    [
        ("en", "Place nothing", "Always: Place nothing at once"),
        ("de", "Nichts ausspielen", "Immer: Sofort nichts ausspielen"),
    ],
)
def test_who_can_place_nothing_says_so_in_one_press_now_or_always(language: str, once: str, always: str) -> None:
    live = race_live("old_earth", "alien_robotic_factory comet_zone")
    prompt = live.prompt_of(0)
    assert prompt is not None
    assert [option.id for option in prompt.legal] == ["pass"]
    assert ":always:7:" in buttons_of(live, language)[always]
    notice = _at_once(OpenWait(live, 0, ()), Localizer(language, NAMES))
    assert [one.label for one in notice] == [once, always]
    assert f":pick:7:9:{fingerprint(prompt)}:{prompt.options.index(prompt.legal[0])}" in str(notice[0].custom_id)


def test_who_has_a_choice_is_offered_no_standing_answer_instead_of_it() -> None:
    live = race_live("old_earth", "gem_world comet_zone spice_world")
    assert not [one for one in buttons_of(live) if one.startswith("Always")]
    assert not _at_once(OpenWait(live, 0, ()), Localizer("en", NAMES))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What do you do with the lot?", "Back to: What do you do with the lot?"),
        ("Your turn: one action, and free actions before or after it.", "Back to: Your turn"),
        ("Ann has built a mine on 4B4. Charge 1 power for free?", "Back to: Charge 1 power for free?"),
        ("What goes on dreadnought 7 (Electron Computer)?", "Back to: What goes on dreadnought 7?"),
        ("Your cube on the square for any in 303 returns. To which track?", "Back to: To which track?"),
        ("Where do you build the trading station of stations?", "Back to: Where do you build the trading …"),
        ("Donaudampfschifffahrtsgesellschaftskapitän", "Back to: Donaudampfschifffahrtsgesellschafts…"),
    ],
)
def test_a_long_question_is_named_in_brief_on_the_button_back_to_it(question: str, said: str) -> None:
    localizer = Localizer("en")
    label = _back_label(T("{question}", question=verbatim(question)), localizer)
    assert label == said
    assert len(label) <= MAX_BACK
