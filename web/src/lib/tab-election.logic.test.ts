import { expect, test } from "bun:test";
import {
  CLAIM_MS,
  newCandidate,
  nextCandidate,
  readElectionMessage,
  type Candidate,
  type ElectionHappening,
  type ElectionMessage,
} from "./tab-election.logic.ts";

/** The tabs of one browser, and a clock. Every message reaches all other tabs, in order. */
function browser() {
  const tabs = new Map<string, Candidate>();
  const frozen = new Set<string>();
  let now = 1_000;
  let chatter = 0;

  function happen(name: string, happening: ElectionHappening) {
    const { candidate, says } = nextCandidate(tabs.get(name)!, happening, now);
    tabs.set(name, candidate);
    if (says !== undefined) say(name, says);
  }

  function say(from: string, message: ElectionMessage) {
    expect(++chatter).toBeLessThan(1_000);
    for (const name of tabs.keys()) {
      if (name !== from && !frozen.has(name)) happen(name, { type: "heard", message });
    }
  }

  const awake = () => [...tabs.keys()].filter((name) => !frozen.has(name));

  return {
    join(name: string, isVisible = true) {
      tabs.set(name, newCandidate(name, isVisible));
      happen(name, { type: "joined" });
    },
    show: (name: string) => happen(name, { type: "shown" }),
    hide: (name: string) => happen(name, { type: "hidden" }),
    leave(name: string) {
      happen(name, { type: "left" });
      tabs.delete(name);
    },
    crash: (name: string) => void tabs.delete(name),
    freeze: (name: string) => void frozen.add(name),
    thaw: (name: string) => void frozen.delete(name),
    /** Until no tab is waiting for objections. */
    settle() {
      now += CLAIM_MS;
      for (const name of awake()) happen(name, { type: "uncontested" });
    },
    beat(ms = 2_000) {
      now += ms;
      for (const name of awake()) happen(name, { type: "beat" });
    },
    leaders: () => [...tabs.values()].filter(({ role }) => role === "leader").map(({ tab }) => tab),
  };
}

test("a lone tab leads after nobody has objected", () => {
  const tabs = browser();
  tabs.join("a");
  expect(tabs.leaders()).toEqual([]);
  tabs.settle();
  expect(tabs.leaders()).toEqual(["a"]);
});

test("of nine tabs opened at once, one leads", () => {
  const tabs = browser();
  for (const name of "ihgfedcba") tabs.join(name);
  tabs.settle();
  expect(tabs.leaders()).toEqual(["a"]);
});

test("a visible leader stays, whatever tabs are opened", () => {
  const tabs = browser();
  tabs.join("m");
  tabs.settle();
  for (const name of "abz") tabs.join(name);
  tabs.settle();
  tabs.beat();
  expect(tabs.leaders()).toEqual(["m"]);
});

test("a hidden leader gives way to a visible tab", () => {
  const tabs = browser();
  tabs.join("a");
  tabs.settle();
  tabs.join("b");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["a"]);
  tabs.hide("a");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["b"]);
});

test("a tab that becomes visible takes over from a hidden one", () => {
  const tabs = browser();
  tabs.join("a");
  tabs.settle();
  tabs.join("b", false);
  tabs.settle();
  tabs.hide("a");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["a"]);
  tabs.show("b");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["b"]);
});

test("a hidden leader stays if no other tab is visible", () => {
  const tabs = browser();
  tabs.join("b", false);
  tabs.settle();
  tabs.join("a", false);
  tabs.settle();
  tabs.beat(60_000);
  expect(tabs.leaders()).toEqual(["b"]);
});

test("when the leader closes, another tab leads, a visible one if possible", () => {
  const tabs = browser();
  for (const name of "dc") tabs.join(name);
  tabs.settle();
  tabs.join("a", false);
  tabs.settle();
  expect(tabs.leaders()).toEqual(["c"]);
  tabs.leave("c");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["d"]);
  tabs.leave("d");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["a"]);
});

test("a crashed leader is replaced after some missed beats, and not before", () => {
  const tabs = browser();
  for (const name of "abc") tabs.join(name);
  tabs.settle();
  tabs.beat();
  tabs.crash("a");
  tabs.beat();
  tabs.settle();
  expect(tabs.leaders()).toEqual([]);
  for (const _ of "123") tabs.beat();
  tabs.settle();
  expect(tabs.leaders()).toEqual(["b"]);
});

test("a frozen leader gives way when it wakes up", () => {
  const tabs = browser();
  for (const name of "ab") tabs.join(name);
  tabs.settle();
  tabs.hide("a");
  tabs.freeze("a");
  tabs.show("b");
  tabs.settle();
  expect(tabs.leaders()).toContain("b");
  tabs.thaw("a");
  tabs.beat();
  expect(tabs.leaders()).toEqual(["b"]);
});

test("of two visible leaders, the one that has led longer stays", () => {
  const tabs = browser();
  tabs.join("z");
  tabs.settle();
  tabs.freeze("z");
  tabs.join("a");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["z", "a"]);
  tabs.thaw("z");
  tabs.beat();
  expect(tabs.leaders()).toEqual(["z"]);
});

test("a restored tab is a candidate again", () => {
  const tabs = browser();
  tabs.join("a");
  tabs.settle();
  tabs.leave("a");
  tabs.join("a");
  tabs.settle();
  expect(tabs.leaders()).toEqual(["a"]);
});

test("whatever happens to tabs, exactly one of the active ones leads in the end", () => {
  const names = "abcdefghi".split("");
  for (let seed = 1; seed <= 200; seed++) {
    const tabs = browser();
    for (const name of names) tabs.join(name, seed % 2 === 0);
    let state = seed;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let step = 0; step < 30; step++) {
      const name = names[random(names.length)]!;
      const acts = [
        () => tabs.show(name),
        () => tabs.hide(name),
        () => tabs.settle(),
        () => tabs.beat(),
        () => tabs.freeze(name),
        () => tabs.thaw(name),
      ];
      acts[random(acts.length)]!();
    }
    for (const name of names) tabs.thaw(name);
    tabs.show("e");
    for (const _ of "123456") {
      tabs.beat();
      tabs.settle();
    }
    expect({ seed, leaders: tabs.leaders().length }).toEqual({ seed, leaders: 1 });
  }
});

test("invalid messages are ignored", () => {
  const claim: ElectionMessage = { kind: "claim", tab: "a", isVisible: true };
  expect(readElectionMessage(claim)).toEqual(claim);
  expect(readElectionMessage({ kind: "claim" })).toBe(null);
  expect(readElectionMessage("claim")).toBe(null);
});
