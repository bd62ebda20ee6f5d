"""Policies for what a table would otherwise wait for: battles above all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.eclipse.state import Battle, EclipseState
from rules.eclipse.steps.battle import ATTACK, GREEDY_ON, HOLD, STAY, half_lost, living, stats_of
from rules.eclipse.steps.diplomacy import possible
from rules.eclipse.steps.turn import GIVE_UP, PASS, REST
from rules.kernel.policies import UNSET, Policy, PolicyChoice, StandingOffer
from rules.kernel.prompt import Prompt
from rules.kernel.text import T

POLICIES: tuple[Policy, ...] = (
    Policy(
        "fight",
        T("Fighting battles"),
        T("You are asked what your ships do, type by type and round by round."),
        (
            PolicyChoice("attack", T("Your ships attack to the end of every battle."), T("Attack to the end")),
            PolicyChoice(
                "half",
                T("Your ships attack until half of those in the battle are lost; then they retreat where they can."),
                T("Until half are lost"),
            ),
            PolicyChoice(
                "weaker",
                T("Your ships attack, but retreat where they can while the enemy can take more damage than they can."),
                T("Unless weaker"),
            ),
        ),
    ),
    Policy(
        "hits",
        T("The choice of hits"),
        T("You are asked which ship each of your dice hits, unless the table has all of them assigned at once."),
        (
            PolicyChoice(
                "greedy",
                T("Your dice are assigned so that ships are destroyed, the largest first."),
                T("Largest first"),
            ),
        ),
    ),
    Policy(
        "population",
        T("Attacks on population"),
        T("You are asked whether your ships attack the population of a sector."),
        (
            PolicyChoice(
                "attack",
                T("Your ships always attack, with neutron bombs where you have them."),
                T("Always attack"),
            ),
            PolicyChoice("spare", T("Your ships never attack a population."), T("Never attack")),
        ),
    ),
    Policy(
        "control",
        T("Control after battles"),
        T("You are asked whether you place a disc in a sector that nobody controls any more."),
        (
            PolicyChoice(
                "yes", T("You place a disc in every sector that you can take after the battles."), T("Place a disc")
            ),
        ),
    ),
    Policy(
        "reputation",
        T("Reputation tiles"),
        T("You are asked which of the tiles drawn you keep."),
        (
            PolicyChoice(
                "best",
                T("You keep the best tile drawn; without a free slot only if it is better than your worst one."),
                T("The best one"),
            ),
        ),
        PolicyChoice(
            UNSET,
            T(
                "You keep the best tile drawn, instead of your worst one where no slot is free, where the table has "
                "it so (most do)."
            ),
            T("As the table has it"),
        ),
    ),
    Policy(
        "passed",
        T("After passing"),
        T("You are asked in each turn whether you react, even where nothing but passing is possible."),
        (
            PolicyChoice(
                "unable",
                T("You pass again where nothing else is possible; otherwise you are asked whether you react."),
                T("Pass where nothing is possible"),
            ),
            PolicyChoice("pass", T("You pass again, without a reaction."), T("No reactions")),
        ),
        PolicyChoice(
            UNSET,
            T("You are asked in each turn whether you react, unless nothing but passing is possible."),
            T("Where something is possible"),
        ),
    ),
    Policy(
        "end_of_turn",
        T("The end of your turn"),
        T("After your action you are asked for colony ships and more, until you are done."),
        (
            PolicyChoice(
                "done",
                T("Your turn ends with your action. Before it you can still use colony ships, and in the upkeep."),
                T("Done at once"),
            ),
        ),
    ),
    Policy(
        "upkeep",
        T("The upkeep phase"),
        T("You are asked for colony ships that can still be used, and where money is lacking."),
        (
            PolicyChoice(
                "pay", T("You pay without using colony ships. Where money is lacking you are asked."), T("Just pay")
            ),
        ),
    ),
    Policy(
        "offers",
        T("Offers of diplomatic relations"),
        T("You are asked whether you agree."),
        (PolicyChoice("decline", T("You decline every offer."), T("Decline")),),
    ),
    Policy(
        "own_offers",
        T("Your own offers after battles"),
        T("Where you could propose diplomatic relations after the battles, you are asked."),
        (
            PolicyChoice(
                "new",
                T(
                    "After the battles you are asked only where you could propose diplomatic relations to somebody to "
                    "whom you could not when you passed."
                ),
                T("What is new"),
            ),
            PolicyChoice("none", T("You make no offers after the battles."), T("No offers")),
        ),
        PolicyChoice(
            UNSET,
            T(
                "After the battles you are asked for offers that you could not make when you passed, where the table "
                "has it so (most do)."
            ),
            T("As the table has it"),
        ),
    ),
)


#: Choices of policies that have a button beside the questions which they answer.
OFFERED = frozenset(
    {
        ("hits", "greedy"),
        ("passed", "pass"),
        ("end_of_turn", "done"),
        ("reputation", "best"),
        ("control", "yes"),
        ("upkeep", "pay"),
        ("offers", "decline"),
        ("own_offers", "none"),
    }
)


def policy_answer(view: EclipseState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as a seat's settings say; None where they leave it to the player."""
    value = {policy.key: policy.set_to(settings).value for policy in POLICIES}
    legal = {option.id for option in prompt.legal}
    answers: dict[str, Callable[[], str | None]] = {
        "fight": lambda: _fight(view, prompt, value["fight"]),
        "stalemate": lambda: _leave(prompt) if value["fight"] in ("attack", "half", "weaker") else None,
        # For the whole battle at once, so that its report is not cut into volleys.
        "hit": lambda: GREEDY_ON if value["hits"] == "greedy" else None,
        "population": lambda: _population(legal, value["population"]),
        "claim": lambda: "yes" if value["control"] == "yes" and view.phase == "combat" else None,
        "reputation": lambda: _reputation(view, prompt) if value["reputation"] == "best" else None,
        "turn": lambda: PASS if view.players[prompt.seat].passed and _passes(legal, value["passed"]) else None,
        "finish": lambda: "done" if value["end_of_turn"] == "done" else None,
        "upkeep": lambda: "done" if value["upkeep"] == "pay" else None,
        "offer": lambda: "no" if value["offers"] == "decline" else None,
        "offers": lambda: "done" if _offers_nothing(view, prompt.seat, value["own_offers"]) else None,
    }
    pick = answers[prompt.kind]() if prompt.kind in answers else None
    return [pick] if pick is not None and pick in legal else None


def standing_offers(view: EclipseState, prompt: Prompt) -> list[StandingOffer]:
    """Offer what answers questions of this kind from now on, where one answer mostly does."""
    return [
        StandingOffer(policy.key, choice.value, T("Always: {answer}", answer=choice.label))
        for policy in POLICIES
        for choice in policy.choices
        if (policy.key, choice.value) in OFFERED and policy_answer(view, prompt, {policy.key: choice.value}) is not None
    ]


def _passes(legal: set[str], how: str) -> bool:
    """Whether a player who has passed passes again: always, or where nothing else is possible but to give up."""
    return how == "pass" or (how in {"unable", UNSET} and legal <= {PASS, REST, GIVE_UP})


def _offers_nothing(view: EclipseState, seat: int, how: str) -> bool:
    """Whether a player proposes no relations after the battles: never, or to nobody who was not there before."""
    new = set(possible(view, seat)) - set(view.players[seat].could_offer)
    return how == "none" or (how == "new" and not new)


def _retreat(prompt: Prompt) -> str | None:
    return next((option.id for option in prompt.legal if option.id.startswith("retreat-")), None)


def _leave(prompt: Prompt) -> str:
    return _retreat(prompt) or STAY


def _fight(view: EclipseState, prompt: Prompt, how: str) -> str | None:
    battle = view.battle
    if battle is None or how not in ("attack", "half", "weaker"):
        return None
    retreats = (how == "half" and half_lost(battle, prompt.seat)) or (
        how == "weaker" and _weaker(view, battle, prompt.seat)
    )
    retreat = _retreat(prompt) if retreats else None
    if retreat is not None:
        return retreat
    return ATTACK if any(option.id == ATTACK for option in prompt.legal) else HOLD


def _weaker(view: EclipseState, battle: Battle, seat: int) -> bool:
    """Whether the ships against a seat can take more damage than its own."""

    def points(side: int) -> int:
        return sum(stats_of(view, group).hull + 1 - damage for group in living(battle, side) for damage in group.damage)

    other = battle.defender if battle.attacker == seat else battle.attacker
    return points(other) > points(seat)


def _population(legal: set[str], how: str) -> str | None:
    if how == "spare":
        return "no"
    if how == "attack":
        return "bombs" if "bombs" in legal else "roll"
    return None


def _reputation(view: EclipseState, prompt: Prompt) -> str:
    """Keep the best tile drawn, in place of the worst one held where there is no free slot."""
    me = view.players[prompt.seat]
    best = max(me.drawn)
    legal = {option.id for option in prompt.legal}
    if str(best) in legal:
        return str(best)
    worst = min(me.reputation, default=best)
    return f"{best}-for-{worst}" if best > worst else "none"
