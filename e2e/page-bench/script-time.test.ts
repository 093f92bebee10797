import { expect, test } from "bun:test";
import { longestTaskMs, scriptTime } from "./script-time.ts";

const MAIN = { pid: 7, tid: 1 };
const thread = { ...MAIN, name: "thread_name", ph: "M", ts: 0, args: { name: "CrRendererMain" } };

function span(name: string, fromMs: number, toMs: number, where = MAIN) {
  return { ...where, name, ph: "X", ts: fromMs * 1000, dur: (toMs - fromMs) * 1000 };
}

test("nested script counts once", () => {
  const events = [
    thread,
    span("RunTask", 0, 50),
    span("FireAnimationFrame", 10, 40),
    span("FunctionCall", 15, 30),
  ];
  expect(scriptTime(events)).toEqual({ totalMs: 30, longestTaskMs: 30 });
});

test("the task with the most script is the longest, not the one that lasted longest", () => {
  const events = [
    thread,
    span("RunTask", 0, 200),
    span("FunctionCall", 5, 10),
    span("RunTask", 300, 360),
    span("FunctionCall", 300, 320),
    span("RunMicrotasks", 330, 350),
  ];
  expect(scriptTime(events)).toEqual({ totalMs: 45, longestTaskMs: 40 });
});

test("the longest task of the page is the one that lasted longest, whatever was in it", () => {
  const worker = { pid: 7, tid: 2 };
  const events = [
    thread,
    span("RunTask", 0, 200),
    span("FunctionCall", 5, 10),
    span("RunTask", 300, 360),
    span("RunTask", 0, 500, worker),
  ];
  expect(longestTaskMs(events)).toBe(200);
});

test("other threads do not count for the page", () => {
  const worker = { pid: 7, tid: 2 };
  const events = [
    thread,
    span("RunTask", 0, 20),
    span("FunctionCall", 0, 10),
    span("FunctionCall", 0, 15, worker),
  ];
  expect(scriptTime(events)).toEqual({ totalMs: 10, longestTaskMs: 10 });
});

test("a page without script has none", () => {
  expect(scriptTime([thread])).toEqual({ totalMs: 0, longestTaskMs: 0 });
});
