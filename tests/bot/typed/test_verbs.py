"""Moves typed in the words of the rules, English and German, reach the options that they mean."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.typed.picks import complete, find_picks, pass_over, read_on, taken
from rendering.words import LANGUAGES, Words
from rendering.words.folding import shorten
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.conquest import Conquest
from rules.kernel.errors import IllegalAnswer
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Forced
from rules.kernel.text import T
from rules.registry import GAMES
from tests.bot.gaia_table import Afresh, neighbours
from tests.bot.world import open_world
from tests.rules.circadians import table as circadians
from tests.rules.circadians.test_planning import planning
from tests.rules.eclipse import table as eclipse
from tests.rules.eclipse.test_diplomacy import neighbours as bordering
from tests.rules.gaia import table as gaia
from tests.rules.gaia.test_charging import near
from tests.rules.gaia.test_federation import standing
from tests.rules.race import table as race

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay")
Placed = tuple[Game[Any, Any], Position[Any, Any]]


def gaia_turn() -> Placed:
    table = gaia.Table(neighbours(3))
    return table.game, table.position


def gaia_stone() -> Placed:
    state = gaia.make("taklons", "xenos")
    gaia.rich(state.players[0])
    table = gaia.Table(state)
    return table.game, table.position


def gaia_token() -> Placed:
    state = near("terrans", "taklons")
    one = state.players[1]
    one.structures = {"2A3": "institute"}
    one.power, one.brainstone = [1, 4, 0, 0], 2
    table = gaia.Table(state)
    table.play("build 1A6")
    return table.game, table.position


def gaia_federation() -> Placed:
    state = standing(p1A6="institute", p1A5="station", p2A3="station", p3B5="mine", p7A6="mine")
    table = gaia.Table(state)
    table.play("federation 1A5 2A3")
    return table.game, table.position


def gaia_credits() -> Placed:
    state = gaia.make("hadsch-hallas", "xenos")
    gaia.rich(state.players[0])
    state.players[0].structures = {"1B1": "institute"}
    state.players[0].booster = "booster5"
    table = gaia.Table(state)
    return table.game, table.position


def gaia_charge() -> Placed:
    table = gaia.Table(neighbours(2))
    table.play("build 1A6")
    return table.game, table.position


def gaia_first() -> Placed:
    position, _ = GAMES["gaia"].setup({}, 2, Rng("00"))
    return GAMES["gaia"], position


def eclipse_turn() -> Placed:
    state = eclipse.make("terran-directorate", "terran-alliance")
    me = state.players[0]
    me.goods.update(dict.fromkeys(me.goods, 30))
    state.supply = {"plasma-cannon": 2, "gauss-shield": 1, "nanorobots": 1, "starbase": 1}
    table = eclipse.Table(state)
    return table.game, table.position


def eclipse_finish() -> Placed:
    game, position = eclipse_turn()
    game.answer(position, 0, ["influence"])
    return game, position


def eclipse_move() -> Placed:
    state = eclipse.make("terran-directorate", "terran-alliance")
    eclipse.bare(eclipse.add(state, "106", "1A"))
    eclipse.bare(eclipse.add(state, "211", "2L"))
    table = eclipse.Table(state)
    return table.game, table.position


def eclipse_reaction() -> Placed:
    state = eclipse.make("terran-directorate", "terran-alliance")
    eclipse.bare(eclipse.add(state, "106", "1A"))
    state.players[0].passed = True
    state.players[0].goods["materials"] = 20
    table = eclipse.Table(state)
    return table.game, table.position


def eclipse_fight() -> Placed:
    state = eclipse.make("terran-directorate", "terran-union")
    eclipse.add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"interceptor": 2}})
    eclipse.add(state, "103", "1B", turns=3, disc=1)
    table = eclipse.Table(state, Combat())
    table.play("attack-on")
    return table.game, table.position


def eclipse_conquest() -> Placed:
    state = eclipse.make("terran-directorate", "orion")
    eclipse.add(state, "103", "1A", disc=0, ships={1: {"interceptor": 1}}).cubes = [1]
    table = eclipse.Table(state, Conquest())
    return table.game, table.position


def eclipse_diplomacy() -> Placed:
    table = eclipse.Table(bordering())
    table.play("influence")
    return table.game, table.position


def eclipse_offer() -> Placed:
    table = eclipse.Table(bordering("terran-directorate", "orion", "hydran", "planta"))
    table.play("influence propose orion money")
    return table.game, table.position


def circadians_send() -> Placed:
    state = circadians.make(2)
    circadians.rich(state.players[0], 4, 5, hand=["item-1", "item-12"])
    table = circadians.Table(state)
    return table.game, table.position


def circadians_plan() -> Placed:
    table = planning(6, 4, 2)
    return table.game, table.position


def race_actions() -> Placed:
    return race.GAME, race.Table(["old_earth", "new_sparta"]).position


def race_two_actions() -> Placed:
    return race.GAME, race.Table(["old_earth", "new_sparta"], experienced=True).position


def race_phase(action: str, hand: str = "gem_world genetics_lab spice_world public_works alpha_centauri") -> Placed:
    table = race.Table(["old_earth", "new_sparta"], [hand, ""], ["old_earth", ""]).actions(action, "produce")
    return race.GAME, table.position


def race_hand_limit() -> Placed:
    hand = "gem_world colony_ship comet_zone expedition_force mining_robots rebel_miners spice_world new_vinland"
    return race_phase("produce", f"{hand} artist_colony plague_world distant_world public_works")


def picked(placed: Placed, line: str) -> str:
    """Read a line as the bot does; gives the ids, those of one answer joined with ``+``."""
    game, position = placed
    position = game.copy(position)
    seat = game.waiting(position)[0]
    found: list[str] = []
    rest = line
    while rest:
        prompt = game.prompt(position, seat)
        picks, rest = read_on(prompt, rest, NAMES, game.verbs)
        found.append("+".join(picks))
        if rest:
            outcome = game.answer(position, seat, picks)
            rest, _ = pass_over(rest, taken([one for one in outcome.forced if one.seat == seat], NAMES, game.verbs))
    return " ".join(found)


# What is typed, separated by bars, and what it picks.
LINES: dict[Callable[[], Placed], dict[str, str]] = {
    gaia_turn: {
        "build 1A6|mine 1A6|build mine 1A6|bauen 1A6|baue 1A6|Mine 1A6|MINE BAUEN 1a6|"
        "errichte 1A6|baue auf 1A6": "build 1A6",
        "gaia|gaia project|Gaia-Projekt|gaiaprojekt|starte Gaia-Projekt": "gaia",
        "upgrade lab 3A7|aufwerten Forschungslabor 3A7|werte auf Labor 3A7|ausbauen Labor 3A7|baue aus Labor 3A7|"
        "aufrüsten Labor 3A7|rueste auf Labor 3A7|rüste auf Labor 3A7": "upgrade lab 3A7",
        "upgrade station 1B1|upgrade ts|aufwerten Handelszentrum 1B1|Upgrade Handelsstation": "upgrade station",
        "upgrade institute|upgrade PI|werte auf zu Regierungssitz": "upgrade institute",
        "federation|federate|form federation|Allianz|gründen|gruende|Allianz gründen|"
        "Föderation|foederation": "federation",
        "research navigation|advance nav|forsche Navigation|erforschen nav|erforsche Navigation|Forschung Navigation|"
        "steige auf nav": "research nav",
        "research ai|forsche KI|forschen Künstliche Intelligenz|forsche kuenstliche": "research ai",
        "research economy|forsche Wirtschaft": "research eco",
        "power 2 ore|power action 2o|Macht 2 Erz|Machtaktion 2 Erz|nutze Machtaktion 2 Erz": "power 2o",
        "power 7 credits|Macht 7 Credits": "power 7c",
        "power 1 step|Macht 1 Terraforming|Macht 1 Schritt": "power 1step",
        "qic|QIC-Aktion|Q.I.C.|q.i.c.-aktion": "qic",
        "special|special action|Sonderaktion|Spezialaktion": "special",
        "pass booster1|pass booster 1|passen Booster1|passe Booster 1|PASSEN Rundenbooster 1|"
        "passen nimm Booster1": "pass booster1",
        "burn|burn power|sacrifice|opfern|opfere|verbrennen|Verbrenne Macht|Macht opfern": "burn",
        "pw-c|power to credits|power for credit|Macht zu Credits|tausche Macht in Credits|1 Macht für 1 Credit": "pw-c",
        "pw-q|power to qic|Macht zu QIC|Macht fuer QIC": "pw-q",
        "pw-o|power to ore|Macht zu Erz|Macht in Erz": "pw-o",
        "pw-k|power for knowledge|Macht für Wissen": "pw-k",
        "q-o|qic to ore|QIC zu Erz": "q-o",
        "k-c|knowledge to credits|Wissen zu Credits": "k-c",
        "o-c|ore to credit|Erz zu Credit|tausche Erz gegen Credits": "o-c",
        "o-t|ore to token|Erz zu Machtstein": "o-t",
        "burn, build 1A6|opfern, Mine 1A6|verbrenne baue 1A6": "burn build 1A6",
    },
    gaia_stone: {"brainstone to credits|Brainstone zu Credits|3pw-3c": "3pw-3c"},
    gaia_credits: {
        "credits to ore|Credits zu Erz|tausche Credits gegen Erz": "c-o",
        "credits for qic|Credits für QIC": "c-q",
        "credits to knowledge|Credits in Wissen": "c-k",
        "qic technology|qic tech|QIC Technologie|QIC-Aktion Technologieplättchen": "qic tech",
        "qic types|qic planet types|QIC Planetenarten": "qic types",
    },
    gaia_charge: {
        "charge|take|yes|leech|laden|lade|aufladen|lade auf|nimm|annehmen|ja": "charge",
        "decline|no|refuse|ablehnen|lehne ab|nein|verzichten": "decline",
    },
    gaia_token: {
        "charge|laden|lade|ja": "charge",
        "token first|token-first|token|Machtstein zuerst|zuerst Machtstein": "token-first",
        "decline|ablehnen|nein": "decline",
    },
    gaia_federation: {"enough|done|genug|fertig|diese Planeten": "enough", "3B5": "3B5"},
    eclipse_fight: {
        "attack|fight|angreifen|greife an|kämpfe|kaempfen": "attack",
        "attack all|bis zum Ende|alle angreifen": "attack-on",
        "half|Hälfte|haelfte|bis zur Hälfte": "attack-half",
        "retreat 103|flee 103|withdraw to 103|Rückzug nach 103|Rueckzug 103|fliehe nach 103|fliehen 103": "retreat-103",
    },
    eclipse_conquest: {
        "roll|attack|shoot|würfeln|angreifen|wuerfle": "roll",
        "bombs|neutron bombs|Bomben|Neutronenbomben|bombardiere": "bombs",
        "no|spare|nein|verschonen": "no",
    },
    eclipse_diplomacy: {
        "propose|diplomacy|offer|Diplomatie|anbieten|biete Beziehungen an|Beziehungen anbieten": "propose",
    },
    eclipse_offer: {
        "yes|agree|accept|ja|annehmen|stimme zu|zustimmen": "yes",
        "no|decline|refuse|nein|ablehnen|lehne ab": "no",
    },
    eclipse_turn: {
        "explore 3A|erkunden 3A|erkunde 3A|Erkundung 3A|erkunde Platz 3A": "explore 3A",
        "influence|Einfluss|beeinflussen|nimm Einfluss": "influence",
        "research plasma cannon|erforschen Plasmakanone|forsche Plasmakanone|erforsche Plasmakanonen|"
        "Forschung Plasmakanone|research plasma": "research plasma-cannon",
        "erforsche Gauß-Schild|forschen gauss-schild|research gauss shield": "research gauss-shield",
        "upgrade cruiser|aufrüsten Kreuzer|rueste auf Kreuzer|Upgrade Kreuzer|umrüsten Kreuzer": "upgrade cruiser",
        "build interceptor|bauen Abfangjäger|baue Abfangjaeger|bau Jäger": "build interceptor",
        "build starbase|baue Sternenbasis": "build starbase",
        "move|bewegen|bewege|ziehe|fliegen|Bewegung": "move",
        "pass|passen|passe|ich passe": "pass",
        "colony|colony ship|colonise|settle|Kolonieschiff|Kolonie|siedeln|besiedle|kolonisiere": "colony",
        "trade money science|trade money for science|tauschen Geld gegen Wissenschaft|tausche Geld in Wissenschaft|"
        "handle money-science": "trade money-science",
        "give up|resign|aufgeben|gebe auf|kapitulieren": "give-up",
    },
    eclipse_move: {
        "move i1 106|move interceptor 106|move interceptor from 221 to 106|bewegen Abfangjäger 106|bewege i1 nach 106|"
        "ziehe Abfangjäger von 221 nach 106|fliege Jäger 1 106|Bewegung Abfangjaeger 221-106": "move i1 106",
    },
    eclipse_reaction: {
        "upgrade|aufrüsten|rüste auf": "upgrade",
        "build|bauen|baue": "build",
        "move|bewegen|ziehe": "move",
        "pass|passen|passe": "pass",
    },
    eclipse_finish: {
        "done|finish|end|stop|fertig|Ende|beenden|Schluss|keine Scheiben": "done",
        "flip|turn up|aufdecken|decke auf|Kolonieschiff aufdecken": "flip",
        "disc|track|Scheibe|Einflussleiste|Leiste|neue Scheibe": "track",
    },
    circadians_plan: {
        "plan 6>g1|plane 6>g1|6 g1|6 to garage 1|6 in Garage 1|6 Garage 1|lege 6 in Garage 1|planen 6 Garage 1": "6>g1",
        "plan 6>g1 4>g2|plane 6 in Garage 1, 4 in Garage 2|6 g1, 4 g2": "6>g1 4>g2",
        "4 farm 1|4 f1|4 auf Farm 1|plane 4 Farm 1|setze 4 auf Farm 1": "4>f1",
    },
    circadians_send: {
        "negotiate|negotiation|verhandeln|verhandle|Verhandlung|schicke zu Verhandlung": "negotiate",
        "negotiate red 3|verhandeln rot 3|verhandle Rot 3": "negotiate red-3",
        "depot|depository|Lager|lagern|Depot|sende Lager": "depot",
        "hq|headquarters|Hauptquartier|HQ": "hq",
        "mine|mining camp|Mine|Bergarbeiterlager|Bergbau|schürfen|schuerfe": "mine",
        "lab|laboratory|Labor": "lab",
        "foundry|Gießerei|giesserei": "foundry",
        "control|control room|Steuerzentrale|steuern": "control",
        "market|Markt|gehe zu Markt": "market",
        "market water for power|Markt Wasser gegen Energie|"
        "Markt tausche 3 Wasser gegen 1 Energie|market 3w p": "market 3w=p",
        "academy|Akademie|ausbilden": "academy",
        "canteen|Kantine": "canteen",
        "to-5|turn to 5|drehe auf 5|drehen auf 5|auf 5 drehen": "to-5",
    },
    race_actions: {
        "explore +5|explore 5|Erkunden +5|erkunde 5|Erkundung +5|wähle Erkunden: +5": "explore_5",
        "explore +1 +1|explore 1 1|Explore: +1, +1|erkunde +1+1|erkunden +1 +1": "explore_1_1",
        "develop|Entwickeln|entwickle|Entwicklung": "develop",
        "settle|Siedeln|siedle|besiedeln": "settle",
        "trade|consume trade|sell|Handeln|handle|Handel|verkaufen|Verbrauchen: Handeln|"
        "verbrauchen handeln": "consume_trade",
        "consume 2x|2x VP|x2|double|verbrauchen 2x|verbrauche 2x|2x SP|doppelt|Consume: 2× VP": "consume_x2",
        "produce|production|Produzieren|produziere|Produktion": "produce",
    },
    race_two_actions: {
        "develop, settle|entwickeln, siedeln|Entwickle Siedle|develop settle": "develop+settle",
        "develop, develop 2|entwickeln, entwickle 2|Entwicklung, zweite Entwicklung": "develop+develop_2",
        "settle, settle 2|siedeln, besiedle 2": "settle+settle_2",
        "explore 5, consume 2x|erkunde 5, verbrauche 2x": "explore_5+consume_x2",
    },
    lambda: race_phase("develop"): {
        "public works|develop public works|Bauarbeiten|entwickle Bauarbeiten|"
        "spiele Bauarbeiten|play public": "public_works",
        "Genlabor|spiele Genlabor|genetics lab": "genetics_lab",
        "pass|nothing|none|passen|passe|nichts|keine": "pass",
    },
    lambda: race_phase("settle"): {
        "Gem World|settle gem|siedle Kristallwelt|besiedle Kristallwelt|spiele Kristallwelt": "gem_world",
        "pass|nothing|passen|nichts ausspielen": "pass",
    },
    race_hand_limit: {
        "discard gem world, colony ship|wirf ab Kristallwelt, Kolonieschiff|"
        "abwerfen Kristallwelt Kolonieschiff": "gem_world+colony_ship",
    },
}


CASES = [
    pytest.param(place, line, picks, id=f"{line} = {picks}")
    for place, lines in LINES.items()
    for typed, picks in lines.items()
    for line in typed.split("|")
]


@pytest.mark.parametrize(("place", "line", "picks"), CASES)
def test_a_line_is_read_in_the_words_of_either_language(place: Callable[[], Placed], line: str, picks: str) -> None:
    assert picked(place(), line) == picks


def asked_in_play(game: Game[Any, Any], seed: int, turns: int) -> Iterator[Prompt]:
    """Every different question of the beginning of a game that is played at random."""
    chance = random.Random(seed)
    seats = max(2, game.info.fewest)
    options = {one.key: one.choices[-1].value for one in game.info.options if not one.choices[-1].seats}
    position, _ = game.setup(options if seed % 2 else {}, seats, Rng(f"{seed:02d}"))
    seen = set()
    for _ in range(turns):
        open_ = [one for one in game.prompts(position) if one.answered is None]
        if not open_:
            return
        for prompt in open_:
            known = (prompt.kind, *(option.id for option in prompt.options))
            if known not in seen:
                seen.add(known)
                yield prompt
        prompt = chance.choice(open_)
        most = min(prompt.at_most, len(prompt.legal))
        picks = [one.id for one in chance.sample(prompt.legal, chance.randint(prompt.at_least, most))]
        try:
            game.answer(position, prompt.seat, picks)
        except IllegalAnswer:  # some picks are legal alone and not together
            game.answer(position, prompt.seat, game.choose(game.view(position, prompt.seat), prompt, Rng("00")))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_verb_of_every_option_means_that_option_and_no_other(key: str) -> None:
    game = GAMES[key]
    verbs = 0
    for seed in (1, 2):
        for prompt in asked_in_play(game, seed, 120):
            for option in prompt.options:
                for verb in game.verbs.of(prompt.kind, option.id):
                    (found,) = find_picks(prompt, verb, NAMES, game.verbs)
                    assert prompt.option(found).text == option.text, (prompt.kind, verb)
                    assert read_on(prompt, verb, NAMES, game.verbs) == ([found], ""), (prompt.kind, verb)
                    verbs += 1
    assert verbs > 100


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_completion_offers_is_in_the_reader_s_language_and_is_accepted_as_shown_and_as_sent(key: str) -> None:
    game = GAMES[key]
    offers = 0
    for prompt in asked_in_play(game, 3, 60):
        for language in LANGUAGES:
            words = Words(language, NAMES)
            for shown, value in complete(prompt, "", words, game.verbs):
                option = prompt.option(value)
                assert shown.startswith(words.say(option.text).replace(";", ","))
                for sent in (shorten(shown, 100), value):
                    ((found,), rest) = read_on(prompt, sent, NAMES, game.verbs)
                    assert not rest
                    assert prompt.option(found).text == option.text
                    offers += 1
    assert offers > 100


@pytest.mark.parametrize(
    ("place", "typed", "shown", "value"),
    [
        (gaia_turn, "baue", "Mine errichten", "build"),
        (gaia_turn, "forsch", "Forschungsfortschritt (4 Wissen)", "research"),
        (eclipse_turn, "erforsch", "Forschung", "research"),
        (eclipse_turn, "rueste", "Upgrade", "upgrade"),
        (circadians_send, "verhand", "Verhandlungs-Tableau", "negotiate"),
        (race_actions, "erkunde", "Erkunden: +5", "explore_5"),
    ],
)
def test_a_german_verb_is_completed_to_what_the_option_is_called(
    place: Callable[[], Placed], typed: str, shown: str, value: str
) -> None:
    game, position = place()
    prompt = game.prompt(position, game.waiting(position)[0])
    name, sent = complete(prompt, typed, Words("de", NAMES), game.verbs)[0]
    assert name.split(" – ")[0] == shown
    assert sent == value


async def test_a_line_begun_with_german_verbs_is_completed_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "gaia", Afresh(neighbours(3)))
    async with open_world(tmp_path, "gaia") as world:
        first, *_ = await world.seated(3)
        await world.tables.prefer(first.id, language="de")
        offered = await first.autocomplete(world.channel, "play", "move", "forsche Wirt")
        assert offered[0]["name"].startswith("forsche Wirtschaft: Level 1")
        assert offered[0]["value"] == "forsche eco"
        await first.slash(world.channel, "play", move=offered[0]["name"])
        info = await world.tables.lobby.of_channel(world.channel.id)
        events = [one for told in await world.tables.events(info.id, 0) for one in told.events]
        assert events[-1].kind == "research"


def test_a_choice_that_was_taken_already_may_be_named_in_words() -> None:
    prompt = Prompt(0, "upgrade", T("To which?"), [Option("lab", T("research lab"))])
    assert [one.own[0] for one in taken([Forced(0, ["lab"], prompt)], NAMES, GAMES["gaia"].verbs)] == ["lab"]
    for line in ("Labor 1A6", "research lab 1A6", "zu Labor 1A6", "lab 1A6", "research 1A6"):
        assert pass_over(line, taken([Forced(0, ["lab"], prompt)], NAMES, GAMES["gaia"].verbs)) == ("1A6", [])


def test_a_comma_parts_two_answers_that_would_be_one_verb_without_it() -> None:
    prompt = Prompt(0, "turn", T("Your turn."), [Option("burn", T("Discard a token")), Option("power", T("Take one"))])
    verbs = GAMES["gaia"].verbs
    assert read_on(prompt, "burn power", NAMES, verbs) == (["burn"], "")
    assert read_on(prompt, "burn, power", NAMES, verbs) == (["burn"], "power")
    assert read_on(prompt, "opfere, Macht nutzen", NAMES, verbs) == (["burn"], "Macht nutzen")
    powers = [Option("gem_world", T("Gem World")), Option("gem_world-2", T("Gem World"))]
    assert read_on(Prompt(0, "power", T("Which power?"), powers), "gem_world, 2", NAMES) == (["gem_world"], "2")


def test_choices_of_one_name_that_do_not_do_the_same_are_told_apart_and_never_taken_for_each_other() -> None:
    game, position = gaia_token()
    prompt = game.prompt(position, 1)
    for words in (Words(language, NAMES) for language in LANGUAGES):
        (text,) = {words.say(prompt.option(id).text) for id in ("charge", "token-first")}
        with pytest.raises(IllegalAnswer) as refused:
            find_picks(prompt, text, NAMES, game.verbs)
        said = words.say(refused.value.text)
        assert all(f"{words.say(one.note)} ({one.id})" in said for one in prompt.options if one.note is not None)
    assert find_picks(prompt, "charge", NAMES, game.verbs) == ["charge"]
    assert find_picks(prompt, "token-first", NAMES, game.verbs) == ["token-first"]


def test_the_preposition_of_a_verb_belongs_to_it() -> None:
    options = [Option("track", T("A disc")), Option("228", T("The disc of 228")), Option("enough", T("No more"))]
    prompt = Prompt(0, "influence", T("Which disc?"), options)
    verbs = GAMES["eclipse"].verbs
    assert read_on(prompt, "von der Leiste 103", NAMES, verbs) == (["track"], "103")
    assert read_on(prompt, "Einfluss von der Leiste nach 103", NAMES, verbs) == (["track"], "nach 103")
    assert read_on(prompt, "Einfluss von 228 nach 103", NAMES, verbs) == (["228"], "nach 103")
