import { expect, test } from "bun:test";
import { commandText } from "./options.ts";

test("a run is repeated by its seed and its other options, without the report's file", () => {
  const argv = ["--report", "a.md", "--faults", "20"];
  expect(commandText("test:faults", argv, 7)).toBe("npm run test:faults -- --seed 7 --faults 20");
  const again = ["--seed", "7", "--faults", "20"];
  expect(commandText("test:faults", again, 7)).toBe("npm run test:faults -- --seed 7 --faults 20");
});
