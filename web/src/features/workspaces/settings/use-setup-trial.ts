import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { SetupTrial, TrySetup } from "@malamar/contract/setup-trial.ts";
import { useEffect, useRef, useState } from "react";
import { answeredEvents, api } from "#lib/api.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { isNumber, isText, listOf, oneOf, orNull, shape, type Check } from "#lib/shape.logic.ts";

/** Its progress, as the server reports it. */
export type Trial = Omit<SetupTrial, "notices"> & { notices: readonly string[] };

const isTrial: Check<Trial> = shape({
  state: oneOf("preparing", "running", "passed", "failed"),
  duration_ms: isNumber,
  problem: orNull(isText),
  notices: listOf(isText),
  output: isText,
});

const BEGUN: Trial = {
  state: "preparing",
  duration_ms: 0,
  problem: null,
  notices: [],
  output: "",
};

/** Tries the setup command of a workspace, as long as someone is watching. */
export function useSetupTrial(workspaceId: WorkspaceId) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);

  const start = async (input: TrySetup) => {
    const mine = new AbortController();
    ending.current = mine;
    let known = BEGUN;
    const tell = (more: Partial<Trial>) => {
      known = { ...known, ...more };
      setTrial(known);
    };
    const fail = (problem: string) => tell({ state: "failed", problem });
    tell({});
    try {
      await answeredEvents(
        api.workspaces[":id"].setup.$post(
          { param: { id: workspaceId }, json: input },
          { init: { signal: mine.signal } },
        ),
        isTrial,
        tell,
      );
      if (isUnderWay(known)) fail("Malamar stopped before it finished.");
    } catch (error) {
      fail(mine.signal.aborted ? "You stopped it." : errorMessage(error));
    }
  };

  return { trial, start, stop: () => ending.current?.abort() };
}

export function isUnderWay({ state }: Trial): boolean {
  return state === "preparing" || state === "running";
}
