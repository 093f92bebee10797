import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { CheckpointId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import type { Run } from "@malamar/contract/run.ts";
import { checkpointLabel } from "#lib/checkpoint-words.logic.ts";
import type { Comparison } from "./changes-of.ts";

/** Which changes are shown. */
export type Scope =
  | { kind: "whole" }
  | { kind: "looked" }
  | { kind: "pass"; pass: number }
  | { kind: "checkpoint"; id: CheckpointId };

const WHOLE: Scope = { kind: "whole" };

/** "looked", "pass-3", the id of a checkpoint: as it is in the address. Anything else is all. */
export function scopeOf(name: string | null): Scope {
  if (name === "looked") return { kind: "looked" };
  const pass = /^pass-(\d{1,6})$/.exec(name ?? "")?.[1];
  if (pass !== undefined) return { kind: "pass", pass: Number(pass) };
  const id = idFrom<CheckpointId>(name ?? undefined);
  return id === null ? WHOLE : { kind: "checkpoint", id };
}

export function scopeName(scope: Scope): string | null {
  switch (scope.kind) {
    case "whole":
      return null;
    case "looked":
      return "looked";
    case "pass":
      return `pass-${scope.pass}`;
    case "checkpoint":
      return scope.id;
    default:
      return scope satisfies never;
  }
}

/** The two states of a scope. Null: there is no such checkpoint. */
export function comparisonOf(scope: Scope, checkpoints: readonly Checkpoint[]): Comparison | null {
  switch (scope.kind) {
    case "whole":
      return { from: "base", to: "now" };
    case "looked":
      return { from: "looked", to: "now" };
    case "pass": {
      const first = checkpoints.findIndex((found) => isRunOf(found, scope.pass));
      const last = checkpoints.findLast((found) => isRunOf(found, scope.pass));
      if (last === undefined) return null;
      return { from: checkpoints[first - 1]?.id ?? "base", to: last.id };
    }
    case "checkpoint": {
      const at = checkpoints.findIndex(({ id }) => id === scope.id);
      if (at === -1) return null;
      return { from: checkpoints[at - 1]?.id ?? "base", to: scope.id };
    }
    default:
      return scope satisfies never;
  }
}

function isRunOf({ kind, pass }: Checkpoint, wanted: number): boolean {
  return kind === "run" && pass === wanted;
}

/** The state that a scope ends with, if it is one that files can be put back to. */
export function checkpointOf(scope: Scope, checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const to = comparisonOf(scope, checkpoints)?.to;
  return checkpoints.find(({ id }) => id === to) ?? null;
}

type ScopeChoice = { name: string; label: string };
export type ScopeGroup = { label: string; choices: readonly ScopeChoice[] };

/** All scopes to choose from, the newest first. */
export function scopeGroups(
  checkpoints: readonly Checkpoint[],
  runs: readonly Run[],
): ScopeGroup[] {
  const newest = checkpoints.toReversed();
  const passes = [...new Set(newest.filter(({ kind }) => kind === "run").map(({ pass }) => pass))];
  const groups = [
    {
      label: "Passes",
      choices: passes.flatMap((pass) =>
        pass === null ? [] : [{ name: `pass-${pass}`, label: `Pass ${pass.toLocaleString()}` }],
      ),
    },
    {
      label: "Runs",
      choices: newest
        .filter(({ kind }) => kind === "run")
        .map((checkpoint) => ({
          name: checkpoint.id,
          label: checkpointLabel(checkpoint, runs),
        })),
    },
    {
      label: "Other states",
      choices: newest
        .filter(({ kind }) => kind !== "run")
        .map((checkpoint) => ({
          name: checkpoint.id,
          label: checkpointLabel(checkpoint, runs),
        })),
    },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}
