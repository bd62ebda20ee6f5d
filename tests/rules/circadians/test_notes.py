"""What a choice costs and brings is said beside it: planned dice, steps of the harvester, what is free."""

from __future__ import annotations

from rendering.words import Words
from rules.circadians.describe import effect_text
from rules.circadians.effects import AlgaeLess, End
from rules.circadians.game import CircadiansGame
from rules.circadians.goods import Goods, gain_text
from rules.circadians.means import Means, Sending
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.harvest import FarmChoice
from rules.circadians.steps.locations import AcademyDice
from rules.circadians.steps.moving import FreeStep, hex_note
from rules.circadians.steps.negotiation import NegotiationSpace, Penalty
from rules.circadians.steps.planning import Plan, farm_note, garage_note
from rules.circadians.steps.spending import Pay
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from tests.rules.circadians.table import give, make, negotiated, rich, say, table_of

GAME = CircadiansGame()


def note(prompt: Prompt, id: str) -> str:
    return say(prompt.option(id).note)


def planning(*faces: int, **parts: object) -> CircadiansState:
    state = make(2)
    give(state.players[0], **parts)  # type: ignore[arg-type]
    state.players[0].rolled, state.phase = sorted(faces), "planning"
    return state


def test_a_garage_tells_its_algae_and_what_it_does() -> None:
    state = planning(4, 5, upgrades=["up-13"])
    means = Means(state, 0)
    assert say(garage_note(means, 1)) == "Free when it is sent. You may change the die by one of: +1."
    assert say(garage_note(means, 2)) == "1 algae when it is sent. You may turn the die to its opposite face."
    assert say(garage_note(means, 4)) == "2 algae when it is sent"


def test_a_farm_tells_what_the_die_yields_with_the_booster_once_that_is_planned() -> None:
    state = planning(1, 2, 6, farms=["farm-5", "farm-6", ""])
    means = Means(state, 0)
    assert say(farm_note(means, 2, 2)) == "Yields one of 2 water, 1 algae"
    assert say(farm_note(means, 3, 2)) == "Yields 2 water", "no power for a 2"
    assert say(farm_note(means, 4, 2)) == "Yields 4 water"
    assert say(farm_note(means, 5, 2)) == "Yields 2 water, 3 algae"
    assert say(farm_note(means, 1, 6)) == "Your other farm dice count 3 more"
    state.players[0].plan["f1"] = 6
    assert say(farm_note(means, 2, 2)) == "Yields one of 4 water, 3 algae"
    assert say(farm_note(means, 4, 2)) == "Yields 1 algae, 1 gem"
    assert say(farm_note(means, 1, 6)) == "Your other farm dice count 3 more"


def test_what_a_farm_tells_is_what_it_yields() -> None:
    state = planning(6, 3, 2)
    state.players[0].plan = {"f1": 6, "f3": 2}
    told = say(farm_note(Means(state, 0), 2, 3))
    state.players[0].plan, state.players[0].rolled = {}, []
    state.players[0].farm_dice = [6, 3, 2, 0, 0, 0]
    options = FarmChoice(0, 2).prompt(state).options
    assert told == "Yields one of " + ", ".join(say(option.text).removeprefix("Gain ") for option in options)


def test_who_plans_is_told_alone_what_has_a_place_and_what_has_none() -> None:
    state = planning(3, 5, 6)
    flow: Flow[CircadiansState] = Flow(Rng("00"))
    Plan(0).take(state, ["6>g1"], flow)
    (event,) = flow.events
    assert say(event.text) == "Planned so far: 6 to garage 1. Dice that still need a place: 5, 3."
    assert event.to == [0]
    flow.events.clear()
    Plan(0).take(state, ["anew"], flow)
    assert say(flow.events[0].text) == "You have planned nothing yet; your dice: 6, 5, 3."
    assert flow.events[0].to == [0]


def test_a_step_tells_the_harvest_a_token_and_a_cache() -> None:
    state = make(2)
    assert say(hex_note(state, (0, -1))) == "Harvest 1 water, 1 power"
    assert say(hex_note(state, (1, -2))) == "Take 3 water. Harvest 4 water, 1 power"
    state.tokens.remove((1, -2))
    assert say(hex_note(state, (1, -2))) == "Harvest 4 water, 1 power"
    assert say(hex_note(state, (0, -3))) == "Gem cache, face down. Harvest 2 water, 2 algae, 1 power"
    state.caches = {"n": 8}
    assert say(hex_note(state, (0, -3))) == "Gem cache, 8 VP"
    assert hex_note(state, None) is None


def test_where_a_die_may_go_says_what_can_be_had_there_and_for_how_much() -> None:
    state = make(4)
    give(state.players[0], 6, water=9)
    table = table_of(state)
    assert note(table.prompt(), "mine") == "1 gem for 2 water, 2 gems for 8 water"
    assert note(table.prompt(), "academy") == "1 die for 4 water"
    assert note(table.prompt(), "depot") == ""
    state.players[0].algae, state.players[0].hand = 3, ["item-1"]
    assert note(table.prompt(), "negotiate") == "1 space that you can pay for, 3 VP"
    state.players[0].algae, state.players[0].power = 5, 2
    assert note(table.prompt(), "negotiate") == "4 spaces that you can pay for, up to 7 VP"
    state.depository["middle"][5] = Die(1, 6)
    assert note(table.prompt(), "depot") == "Column 6 (Upper row, Lower row)"
    state.mine[0], state.mine[1] = [Die(1, 3)], [Die(1, 3)]
    state.players[0].water, state.players[0].power = 7, 2
    assert note(table.prompt(), "mine") == "1 gem for 4 water"
    assert note(table.prompt(), "academy") == "1 die for 4 water, 2 dice for 5 water, 2 power"
    state.academy[2] = [Die(1, 6)]
    assert note(table.prompt(), "academy") == "1 die for 5 water, 2 dice for 5 water, 2 power"


def test_counting_bonuses_count_in_words() -> None:
    assert "at least 3 columns of" in say(effect_text(End("columns", vp=4, most=4, least=3)))
    assert "at least 1 gem cache under" in say(effect_text(End("on_cache", vp=4, most=4, least=1)))
    assert "for every 2 gems." in say(effect_text(End("gem", vp=1, most=4, each=2)))
    assert "for each farm tile" in say(effect_text(End("farm_tiles", vp=1, most=4)))
    assert "1 algae less" in say(effect_text(AlgaeLess(1, (2, 3))))


def test_a_space_that_costs_nothing_says_so() -> None:
    state = make(2)
    give(state.players[0], 6, character="char-6", water=10)
    table = table_of(state)
    table.play("mine")
    assert note(table.prompt(), "1") == "Costs nothing"


def test_a_step_says_where_it_leads_and_what_is_harvested_there() -> None:
    state = make(2)
    prompt = FreeStep(0, may=True).prompt(state)
    assert say(prompt.option("n").text) == "North to D3: 1 water, 1 power"
    state.players[0].harvester = (0, -1)
    assert say(FreeStep(0, may=True).prompt(state).option("s").text) == "South to D4: 3 water"
    state.players[0].harvester = (0, -1)
    texts = [say(one.text) for one in FreeStep(0, may=True).prompt(state).options]
    assert any(text.endswith("4 water, 1 power, and 3 water at once") for text in texts)


def test_a_space_of_the_negotiation_says_price_clan_advance_and_setback() -> None:
    state = make(4)
    rich(state.players[0], 5)
    prompt = NegotiationSpace(0, Sending(1, 5)).prompt(state)
    assert note(prompt, "green-1") == "3 VP. Costs 3 algae · clan gives 2 algae · advance"
    negotiated(state, "green", 1, 1, 5)
    prompt = NegotiationSpace(0, Sending(1, 5)).prompt(state)
    assert note(prompt, "green-2").endswith("· clan gives 2 algae · ⚠️ setback")
    assert note(prompt, "red-1").endswith("· clan gives 1 gem for 2 water")
    long = [say(one.note) for one in prompt.legal if one.note is not None and len(say(one.note)) > 100]
    assert long == [], "a menu has room for them"


def test_a_payment_and_a_penalty_say_what_they_leave() -> None:
    state = make(2)
    give(state.players[0], water=12, power=3)
    prompt = Pay(0, [Goods(power=2), Goods(water=10)]).prompt(state)
    assert [say(one.note) for one in prompt.options] == ["Leaves 1 power", "Leaves 2 water"]
    assert Pay(0, [Goods()]).prompt(state).options[0].note is None
    penalty = Penalty(0, "sum-green").prompt(state)
    assert say(penalty.option("4w").note) == "Leaves 8 water"


def test_the_academy_warns_of_dice_that_would_go_back() -> None:
    state = make(4)
    rich(state.players[0], 1, 1, 1, 1)
    prompt = AcademyDice(0, Sending(1, 1)).prompt(state)
    assert "⚠️" not in note(prompt, "one")
    assert note(prompt, "two").endswith("⚠️ 1 die more than you may keep when you rest")


def test_what_brings_nothing_has_a_sentence_of_its_own() -> None:
    assert [Words(language).say(gain_text(Goods())) for language in ("en", "de")] == ["Gain nothing", "Nichts nehmen"]
    assert [Words(language).say(gain_text(Goods(water=2))) for language in ("en", "de")] == [
        "Gain 2 water",
        "2 Wasser nehmen",
    ]
    assert Words("en").say(gain_text(Goods(item=1))) == "Gain 1 item card"
