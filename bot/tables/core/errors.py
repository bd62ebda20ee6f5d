"""Errors of the table service, each with one friendly sentence that says what is wrong and what to do instead."""

from __future__ import annotations

from rules.kernel.text import T, Text


class TableError(Exception):
    """Something that a person cannot do at a table now. Nothing has changed; `text` is for the person."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


class NoTableHere(TableError):
    """The channel has no table, or there is no table of that number."""

    def __init__(self) -> None:
        super().__init__(T("There is no table here. Open one with /table new."))


class ChannelTaken(TableError):
    """The channel has a live table already."""

    def __init__(self) -> None:
        super().__init__(
            T("This channel has a table already. Finish it or end it with /table abandon, or use another channel.")
        )


class AlreadyThere(TableError):
    """The table is in that channel."""

    def __init__(self) -> None:
        super().__init__(T("The table is in this channel already. Use /table move in the channel where it should go."))


class NoSuchTable(TableError):
    """The server has no live table of that name which the person may manage."""

    def __init__(self) -> None:
        super().__init__(T("There is no such table of yours on this server. Choose one that /table move offers."))


class NoSuchGame(TableError):
    """The channel has had no game of that name."""

    def __init__(self) -> None:
        super().__init__(T("There is no such game in this channel. Choose one that is offered, or name none."))


class UnknownGame(TableError):
    """No game has that key (any more)."""

    def __init__(self, game: str) -> None:
        super().__init__(T("There is no game “{game}”. Choose one of those that /table new offers.", game=game))


class UnknownOption(TableError):
    """The game has no such option, or the option no such choice."""

    def __init__(self, option: str, value: str) -> None:
        super().__init__(
            T("“{option}: {value}” is not a setting of this game. See /table settings.", option=option, value=value)
        )


class NotSeated(TableError):
    """The person does not sit at this table."""

    def __init__(self) -> None:
        super().__init__(T("You do not sit at this table. You can look on with /board, or see your own with /mine."))


class AlreadySeated(TableError):
    """The person sits at this table already."""

    def __init__(self, name: str) -> None:
        super().__init__(T("{name} sits at this table already.", name=name))


class AlreadyInvited(TableError):
    """The person has been invited to this table already; nobody is mentioned twice."""

    def __init__(self, name: str) -> None:
        super().__init__(T("{name} is invited already and can take a seat with /table join.", name=name))


class HasDeclined(TableError):
    """The person has declined an invitation to this table; nobody is asked again."""

    def __init__(self, name: str) -> None:
        super().__init__(T("{name} has declined and is not asked again, but can still take a seat here.", name=name))


class NotInvited(TableError):
    """The person has no invitation to this table that they could decline."""

    def __init__(self) -> None:
        super().__init__(T("This invitation is not yours. Whoever is invited can decline it."))


class InvitationOver(TableError):
    """The lobby that somebody was invited to has started or was closed."""

    def __init__(self) -> None:
        super().__init__(T("That table no longer looks for people, so there is nothing to decline."))


class NotOffered(TableError):
    """The seat is not offered to the person, or not any more."""

    def __init__(self) -> None:
        super().__init__(T("This seat is offered to somebody else, or no longer offered."))


class TableFull(TableError):
    """Every seat is taken."""

    def __init__(self) -> None:
        super().__init__(T("This table is full. Ask for a seat to be freed, or open another with /table new."))


class AlreadyRunning(TableError):
    """That can be done in the lobby only."""

    def __init__(self) -> None:
        super().__init__(
            T("This game is running already. Use /table replace to hand a seat over or /table abandon to end it.")
        )


class SetupFixed(TableError):
    """The options of the game are chosen before it starts."""

    def __init__(self) -> None:
        super().__init__(T("The setup of a running game stays as it is. /table settings shows what can still be set."))


class NoteTooLong(TableError):
    """A private note has more letters than may be; which ones does not stand here."""

    def __init__(self, most: int) -> None:
        super().__init__(T("A note has {most} letters at most.", most=most))


class PlaysThere(TableError):
    """Who plays at a table does not follow it."""

    def __init__(self) -> None:
        super().__init__(T("You play at this table yourself: I tell you when it is your turn."))


class TooManyFollow(TableError):
    """As many people follow a table as may."""

    def __init__(self) -> None:
        super().__init__(T("Too many people follow this table already."))


class NotRunning(TableError):
    """That can be done in a running game only."""

    def __init__(self) -> None:
        super().__init__(T("This game has not started yet. Start it with /table start."))


class GameOver(TableError):
    """The game has ended or was abandoned."""

    def __init__(self) -> None:
        super().__init__(T("This game is over. Open the next one with /table new."))


class StillRunning(TableError):
    """The record of a running game would reveal hidden information."""

    def __init__(self) -> None:
        super().__init__(T("A game can be exported once it is over: its record tells all that is hidden now."))


class BadRecord(TableError):
    """A file is no record that can be opened here; the text says why, and what to do."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)


class TooManyImports(TableError):
    """A person, or all of a server, have imported as many games as may be kept."""

    def __init__(self, most: int, *, own: bool) -> None:
        super().__init__(
            T(
                "You have imported {n} games, as many as I keep for one person. Remove one first, for instance the"
                " oldest: /table import without a file lists them.",
                n=most,
            )
            if own
            else T(
                "On this server {n} games were imported, as many as I keep. Somebody has to remove one of theirs first:"
                " /table import without a file lists them.",
                n=most,
            )
        )


class ImportsBusy(TableError):
    """Too many files wait to be read, or one of the person's `own`."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(
            T("I am still reading another file of yours. Please try again in a minute.")
            if own
            else T("I am reading the records of others just now. Please try again in a minute.")
        )


class NotOwner(TableError):
    """Only the table's creator and members who manage the server may do that."""

    def __init__(self) -> None:
        super().__init__(
            T("Only the person who opened this table, or a member who may manage this server, can do that.")
        )


class MayNotOpen(TableError):
    """The server lets others open tables."""

    def __init__(self) -> None:
        super().__init__(
            T("On this server not everybody opens tables. Ask somebody who may manage it; /server shows them who may.")
        )


class NotManager(TableError):
    """Only members who manage the server may do that."""

    def __init__(self) -> None:
        super().__init__(T("Only members who may manage this server can do that."))


class NotOnThisServer(TableError):
    """Whoever manages the server has turned that off: robots, or hints."""

    def __init__(self) -> None:
        super().__init__(T("On this server that is turned off. Whoever may manage it can allow it with /server."))


class NoSuchSetting(TableError):
    """The server has no such setting, or the setting no such value."""

    def __init__(self, setting: str, value: str) -> None:
        super().__init__(
            T("“{setting}: {value}” is not a setting of a server. See /server.", setting=setting, value=value)
        )


class MayNotInvite(TableError):
    """Only those at the table, its creator and managers invite."""

    def __init__(self) -> None:
        super().__init__(T("Only those who sit at this table can invite. Take a seat with /table join."))


class BotPlayer(TableError):
    """A bot account cannot play."""

    def __init__(self, name: str) -> None:
        super().__init__(T("{name} is a bot and cannot take a seat. Choose a person.", name=name))


class UnknownPlayer(TableError):
    """Nobody of that description sits at this table."""

    def __init__(self) -> None:
        super().__init__(T("That person does not sit at this table. See who does with /table status."))


class NotYourSeat(TableError):
    """Only the person in the seat, the creator and managers hand a seat over."""

    def __init__(self) -> None:
        super().__init__(T("You can only hand over your own seat. Another seat needs the person who opened the table."))


class Stale(TableError):
    """The panel is out of date: its prompt is not open any more. Show the present panel."""

    def __init__(self) -> None:
        super().__init__(T("The table has moved on since this panel was shown. Here is what it asks now."))


class NoLesson(TableError):
    """The game has no first lesson."""

    def __init__(self) -> None:
        super().__init__(T("There is no lesson for that game. Choose one that /learn offers."))


class LessonMovedOn(TableError):
    """The panel of a lesson is out of date: its person is at another step. Show the present one."""

    def __init__(self) -> None:
        super().__init__(T("The lesson has gone on since this panel was shown. Here is where you are."))


class RobotPlays(TableError):
    """A robot plays for the person."""

    def __init__(self) -> None:
        super().__init__(T("A robot plays for you here. Take your seat back with /table join."))


class OnlyRobots(TableError):
    """Nobody but robots would play."""

    def __init__(self) -> None:
        super().__init__(T("At least one person must play at a table. You can end it with /table abandon."))


class NoRobotHere(TableError):
    """There is no robot to send away, or to take a seat from."""

    def __init__(self) -> None:
        super().__init__(T("There is no robot in that seat. See who plays with /table status."))


class PlanGone(TableError):
    """A planned answer was taken, dropped or cancelled before."""

    def __init__(self) -> None:
        super().__init__(T("That planned answer is no longer waiting. /plan shows which still are."))


class NotToPlan(TableError):
    """Nothing of that kind can be planned now."""

    def __init__(self) -> None:
        super().__init__(T("That cannot be planned now. /plan shows what can be, /play what is asked of you."))


class NotToTry(TableError):
    """No line can be tried there."""

    def __init__(self) -> None:
        super().__init__(T("Nothing can be tried here just now. /play shows what is asked of you."))


class TrialGone(TableError):
    """A line that was tried has been played or planned, or was tried too long ago."""

    def __init__(self) -> None:
        super().__init__(T("That line has been played or planned already, or is no longer kept."))


class TooManySteps(TableError):
    """What is tried, or a turn that is being planned, has the maximum number of steps."""

    def __init__(self, most: int) -> None:
        super().__init__(
            T("That is too long: at most {n} steps can be tried or planned at once. Nothing was added.", n=most)
        )


class TooManyPlans(TableError):
    """The seat has the maximum number of plans."""

    def __init__(self, most: int) -> None:
        super().__init__(T("You can plan {n} answers ahead. Cancel one of them first.", n=most))


class BeyondReveal(TableError):
    """Several answers at once go beyond a barrier, or a decision of others.

    `late` is what was typed beyond it, where it was typed.
    """

    def __init__(self, late: str = "") -> None:
        super().__init__(
            T(
                "“{late}” comes too late: before it, something is drawn, shown or decided by others, or your turn is "
                "over. Give the answers up to there first.",
                late=late,
            )
            if late
            else T(
                "Between these answers, something is drawn, shown or decided by others. Give the answers up to there "
                "first."
            )
        )


class NothingToUndo(TableError):
    """The answers before cannot be taken back, as the rules have changed since."""

    def __init__(self) -> None:
        super().__init__(T("The rules were updated during this game, so what came before cannot be taken back."))


class Stuck(TableError):
    """The present rules cannot decode the position, or need a component set that is not loaded (`text`)."""

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(
            text
            or T(
                "The rules as they are now cannot read this game. Nothing is lost: it waits until whoever runs me"
                " installs a version that can."
            )
        )


class OtherRules(TableError):
    """During a rolling restart: a process with newer rules has upgraded this table."""

    def __init__(self) -> None:
        super().__init__(T("I am just being updated, and so is this table. Please try again in a minute."))


class NoSuchTurn(TableError):
    """The game has no turn of that number, or the turn was taken back meanwhile."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__(
            T(
                "There is no such turn. Choose one that is offered, or a number from {first} to {last}.",
                first=first,
                last=last,
            )
        )


class HistoryClosed(TableError):
    """The turns before cannot be replayed, as the rules have changed since."""

    def __init__(self) -> None:
        super().__init__(T("The rules were updated during this game, so what came before cannot be shown."))


class NoFilmYet(TableError):
    """The game is not over."""

    def __init__(self) -> None:
        super().__init__(T("There is a film of a game once it is over."))


class NotOver(TableError):
    """The game is not over."""

    def __init__(self) -> None:
        super().__init__(T("This can be looked at once the game is over."))


class VoteOpen(TableError):
    """The table votes already."""

    def __init__(self) -> None:
        super().__init__(T("The table is already voting on going back: /table rewind shows the vote."))


class VoteOver(TableError):
    """The vote is over."""

    def __init__(self) -> None:
        super().__init__(T("That vote is over. To go back, ask again with /table rewind."))


class BadPreference(TableError):
    """A setting has no such value."""

    def __init__(self, value: str) -> None:
        super().__init__(T("“{value}” is none of the choices. See /me.", value=value))


class NotOverdue(TableError):
    """The seat is not overdue, or it is the voter's own."""

    def __init__(self) -> None:
        super().__init__(T("That seat cannot be handed over: its player still has time or has come back."))


class SeatKept(TableError):
    """The seat is not free."""

    def __init__(self) -> None:
        super().__init__(T("That seat is no longer free. See /table status."))


class DatabaseAway(TableError):
    """The database is unavailable or busy. Nothing has changed."""

    def __init__(self) -> None:
        super().__init__(
            T("The game store cannot be reached just now. Nothing happened; please try again in a minute.")
        )


class MaybeChanged(DatabaseAway):
    """The connection was lost during a commit, whose result is not known."""

    def __init__(self) -> None:
        TableError.__init__(
            self,
            T(
                "The game store was lost just as that was being saved, so I do not know whether it was. /play shows "
                "the table as it is."
            ),
        )


class PlayedOn(TableError):
    """The game is played again already, at another table."""

    def __init__(self, table_id: int) -> None:
        super().__init__(T("The next table is open already."))
        self.table_id = table_id


class HasNotPlayed(TableError):
    """Only who has sat at a table plays its game again."""

    def __init__(self) -> None:
        super().__init__(
            T("Whoever has played there opens the next table. You can open one of your own with /table new.")
        )


class NothingBefore(TableError):
    """The person has not played here, so nothing can be as last time."""

    def __init__(self) -> None:
        super().__init__(T("You have not played on this server yet. Open a table with /table new and choose a game."))


class NoZone(TableError):
    """A time of day means nothing without a time zone."""

    def __init__(self) -> None:
        super().__init__(
            T("First tell me where you live, with /me and its time zone: the hour is meant by your clocks.")
        )


class NotTheirWeekly(TableError):
    """The weekly table is somebody else's."""

    def __init__(self) -> None:
        super().__init__(T("Whoever has set this weekly table, or manages this server, can change or end it."))


class NoSuchWeekly(TableError):
    """There is no such weekly table (any more)."""

    def __init__(self) -> None:
        super().__init__(T("There is no such weekly table here. /table every shows those that there are."))
