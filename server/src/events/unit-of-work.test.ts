import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { createLogger } from "#lib/logger.ts";
import { createEventBus } from "./event-bus.ts";
import { createUnitOfWork } from "./unit-of-work.ts";

function setUp() {
  const db = new Database(":memory:", { strict: true });
  db.run("CREATE TABLE notes (text TEXT)");
  const logged: string[] = [];
  const logger = createLogger({ level: "debug", format: "text", write: (l) => logged.push(l) });
  const bus = createEventBus({ logger });
  const countNotes = () => db.query<{ n: number }, []>("SELECT count(*) AS n FROM notes").get()!.n;
  return { db, bus, logged, countNotes, unit: createUnitOfWork(db, bus) };
}

test("events are published after the commit, in their order", () => {
  const { db, bus, unit } = setUp();
  const seen: string[] = [];
  bus.subscribe(({ event }) => seen.push(`${event.type} in transaction: ${db.inTransaction}`));
  const result = unit((emit) => {
    emit({ type: "settings.updated" });
    db.run("INSERT INTO notes VALUES ('a')");
    emit({ type: "cli.health_changed", clis: [] });
    expect(seen).toEqual([]);
    return "done";
  });
  expect(result).toBe("done");
  expect(seen).toEqual([
    "settings.updated in transaction: false",
    "cli.health_changed in transaction: false",
  ]);
});

test("a unit that throws leaves no row and sends nothing", () => {
  const { db, bus, unit, countNotes } = setUp();
  const seen: unknown[] = [];
  bus.subscribe((event) => seen.push(event));
  expect(() =>
    unit((emit) => {
      db.run("INSERT INTO notes VALUES ('a')");
      emit({ type: "settings.updated" });
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(countNotes()).toBe(0);
  expect(seen).toEqual([]);
  unit(() => db.run("INSERT INTO notes VALUES ('b')"));
  expect(countNotes()).toBe(1);
});

test("a unit inside a unit is a part of it: all or nothing", () => {
  const { db, bus, unit, countNotes } = setUp();
  const seen: string[] = [];
  bus.subscribe(({ event }) => seen.push(event.type));
  const note = () =>
    unit((emit) => {
      db.run("INSERT INTO notes VALUES ('a')");
      emit({ type: "settings.updated" });
    });
  expect(() =>
    unit(() => {
      note();
      throw new Error("no");
    }),
  ).toThrow("no");
  expect([countNotes(), seen.length]).toEqual([0, 0]);
  unit(() => {
    note();
    note();
    expect(seen).toEqual([]);
  });
  expect([countNotes(), seen.length]).toEqual([2, 2]);
});

test("a part of a unit can fail alone: nothing of it is written or published, the rest is", () => {
  const { db, bus, unit, countNotes } = setUp();
  const seen: string[] = [];
  bus.subscribe(({ event }) => seen.push(event.type));
  unit((emit) => {
    emit({ type: "settings.updated" });
    db.run("INSERT INTO notes VALUES ('a')");
    const part = () =>
      unit.part(() => {
        db.run("INSERT INTO notes VALUES ('b')");
        unit((inner) => inner({ type: "cli.health_changed", clis: [] }));
        throw new Error("no");
      });
    expect(part).toThrow("no");
    unit.part(() => db.run("INSERT INTO notes VALUES ('c')"));
  });
  expect(countNotes()).toBe(2);
  expect(seen).toEqual(["settings.updated"]);
});

test("a failing listener hurts neither the writer nor the other listeners", () => {
  const { db, bus, unit, countNotes, logged } = setUp();
  const seen: string[] = [];
  bus.subscribe(() => {
    throw new Error("listener bug");
  });
  bus.subscribe(({ event }) => seen.push(event.type));
  unit((emit) => {
    db.run("INSERT INTO notes VALUES ('a')");
    emit({ type: "settings.updated" });
  });
  expect(countNotes()).toBe(1);
  expect(seen).toEqual(["settings.updated"]);
  expect(logged.join()).toContain("listener bug");
});
