"""The bot in the field: processes of its own, as a host runs them, against a Discord on the loopback.

`server` is that Discord: SimCord's state behind a real HTTP port, with rate limits, nonces and what goes wrong on
demand (`faults`); `gateway` is its websocket, with compression, heartbeats, sessions that are resumed or forgotten.
`bots` starts processes: `python -m tests.field.bot` is `python -m bot`, but that discord.py looks for Discord there.
`people` press, type and read. A `scene` brings these together on a database, and its `check` asks, after whatever has
happened: no answer lost, no post missing or doubled, first replies in time, an end as told, no traceback and no secret
in the log, and requests as Discord describes them (`openapi`, where that description is at hand).

A short run of each scene is part of the tests; ORRERY_LONG=1 makes them long. ``python -m tests.field`` measures by
hand: see there.
"""
