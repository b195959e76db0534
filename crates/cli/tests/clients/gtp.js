// Drives `proofset gtp` with the client of Sabaki, as that program with a board would.

const assert = require("node:assert");
const { Controller, ControllerStateTracker } = require("@sabaki/gtp");

const [program, file] = process.argv.slice(2);

async function main() {
  const engine = new Controller(program, ["gtp"]);
  const tracker = new ControllerStateTracker(engine);
  engine.start();
  const ask = async (name, ...args) => {
    const { error, content } = await engine.sendCommand({ name, args });
    assert(!error, `${name} ${args}: ${content}`);
    return content.trim();
  };
  assert.strictEqual(await ask("name"), "proofset");
  assert((await tracker.knowsCommand("owl_attack")) && (await tracker.knowsCommand("lz-analyze")));
  assert(!(await tracker.knowsCommand("fly")));

  // The client brings the engine to a position of its own: a stone with one liberty.
  const play = (color, point) => ({ name: "play", args: [color, point] });
  const first = [play("B", "B4"), play("W", "B3"), play("B", "A3"), play("W", "J9"), play("B", "B2")];
  await tracker.sync({ komi: 6.5, boardsize: [9, 9], history: first });
  assert.strictEqual(await ask("attack", "B3"), "1 C3");
  assert.strictEqual(await ask("list_stones", "white"), "J9 B3");

  // And to another one, from there: after a capture, which it takes back.
  await tracker.sync({ history: [...first, play("W", "H8"), play("B", "C3")] });
  assert.strictEqual(await ask("list_stones", "white"), "J9 H8");
  await tracker.sync({ history: [...first, play("W", "C3")] });
  assert.strictEqual(await ask("list_stones", "white"), "J9 B3 C3");

  await ask("loadsgf", file);
  assert.strictEqual(await ask("owl_attack", "A6"), "1 C8");
  assert.strictEqual(await ask("dragon_status", "A6"), "critical C8 B8");

  const { error, content } = await engine.sendCommand({ name: "owl_attack", args: ["K5"] });
  assert(error && content.length > 0, "there is no K on this board");
  await engine.stop();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
