import { counted } from "#lib/format.ts";
import { firstLine } from "./display-text.logic.ts";
import type { Tool, ToolState } from "./rows.logic.ts";
import { toolDetail } from "./tool-detail.logic.ts";

/** As many names as fit into a line. */
const NAMED = 8;

/** "Read 25 files, searched 3 times", and some of their names. */
export function groupWords(tools: readonly Tool[]): { title: string; preview: string } {
  const details = tools.map(({ call }) => toolDetail(call.name, call.input));
  const reads = details.filter(({ kind }) => kind === "read");
  const searches = details.length - reads.length;
  // A file read in parts counts once.
  const files = new Set(reads.map(({ path }, index) => path ?? index)).size;
  const words = [
    ...(reads.length > 0 ? [`read ${counted(files, "file")}`] : []),
    ...(searches > 0 ? [`searched ${counted(searches, "time")}`] : []),
  ].join(", ");
  const names = new Set(
    details.slice(0, NAMED).map(({ path, subject }) => (path === null ? subject : nameOf(path))),
  );
  return {
    title: words.charAt(0).toUpperCase() + words.slice(1),
    preview: firstLine([...names].filter(Boolean).join(", ")),
  };
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast(Boolean) ?? path;
}

/** Running comes before failures, because their number may still grow. */
export function groupState(tools: readonly Tool[]): { state: ToolState; detail: string | null } {
  if (tools.some(({ state }) => state === "running")) return { state: "running", detail: null };
  const failed = tools.filter(({ state }) => state === "failed").length;
  return failed === 0
    ? { state: "ok", detail: null }
    : { state: "failed", detail: failed === tools.length ? "failed" : `${failed} failed` };
}
