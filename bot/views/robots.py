"""How well robots play: how that is named, and the menu to choose it."""

from __future__ import annotations

from bot.tables.core.data import Player, TableInfo
from bot.views import components
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rules.kernel.robots import Level
from rules.kernel.text import T, Text, player
from storage.persons import is_robot

ROBOT = "robot"
"""Key of a setting of all tables: how well a robot plays, as `level_value` writes it."""

LEVELS: dict[str, Text] = {Level.FRIENDLY: T("friendly"), Level.GOOD: T("good"), Level.STRONG: T("strong")}


def own_robots(info: TableInfo) -> list[Player]:
    """The robots of a table that play for nobody."""
    return [one for one in info.players if is_robot(one.user_id)]


def level_value(number: int, level: str) -> str:
    """Write the level of a robot as a value of the setting."""
    return f"{number}:{level}"


def read_level(value: str) -> tuple[int, str]:
    """Read a value of the setting: the number of the robot (0 where there is none) and the level."""
    number, _, level = value.partition(":")
    return (int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0), level


def named(one: Player) -> Text:
    """Name a seat, and say of a robot of its own that it is one, and how well it plays."""
    if not is_robot(one.user_id):
        return player(one.seat)
    return T("{who} (robot, {level})", who=player(one.seat), level=LEVELS[one.level])


def level_choices(info: TableInfo) -> list[tuple[str, Text]]:
    """The values of the setting, with what they mean."""
    return [
        (level_value(-one.user_id, level), T("{robot}: {level}", robot=player(one.seat), level=text))
        for one in own_robots(info)
        for level, text in LEVELS.items()
    ]


def level_menu(info: TableInfo, localizer: Localizer, verb: str) -> list[components.Piece]:
    """The menu of the robots' levels; none without robots. A sole robot shows its own."""
    robots = own_robots(info)
    if not robots:
        return []
    choices = [(value, localizer.label(text, 100), "") for value, text in level_choices(info)]
    chosen = level_value(-robots[0].user_id, robots[0].level) if len(robots) == 1 else None
    placeholder = localizer.label(T("How well the robots play"))
    custom_id = CustomId(verb, info.id, info.revision, argument=ROBOT)
    return [components.row(components.menu(custom_id, choices, placeholder, chosen=chosen))]
