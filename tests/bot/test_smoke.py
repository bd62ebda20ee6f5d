from tests.bot.world import World, reply, text_of


async def test_smoke(world: World) -> None:
    r = await world.ada.slash(world.channel, "table new", game="toy")
    print(text_of(r), r.ephemeral)
    print(text_of(world.last))
    r = await world.ben.click(world.last, label="Join")
    print(text_of(r))
    print(text_of(world.last))
    r = await world.ada.click(world.last, label="Start")
    print("PANEL", text_of(r))
    print("CH", [text_of(m) for m in world.posts()])
    panel = reply(r)
    r = await world.ada.select(panel, ["2"])
    print("PANEL", text_of(panel), r, [x.message.id for x in r.followups])
    print("CH", text_of(world.last))
    r = await world.ben.slash(world.channel, "play", move="3")
    print("PANEL", text_of(r))
    print("CH", [text_of(m) for m in world.posts()])
