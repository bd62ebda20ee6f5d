"""What one person is told, in a direct message or, where that cannot be, in a channel: one file a kind of letter.

Whether, when and where a letter is sent is the matter of `bot.delivery.notifier`.
"""
