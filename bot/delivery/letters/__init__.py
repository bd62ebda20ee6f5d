"""Letters: messages to one person, as a direct message or else in a channel; one file a kind of letter.

Whether, when and where a letter is sent is decided by `bot.delivery.notifier`.
"""
