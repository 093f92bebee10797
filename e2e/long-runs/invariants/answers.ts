import type { Invariant } from "./invariant.ts";

/** The page's shell and the health of the server: anyone who opens it now sees something. */
export const answers: Invariant = async ({ world }) => {
  const problems: string[] = [];
  for (const path of ["/", "/api/health"]) {
    const response = await fetch(world.server().url + path, { keepalive: false }).catch(String);
    if (typeof response === "string") problems.push(`GET ${path} fails: ${response}`);
    else if (!response.ok) problems.push(`GET ${path} is answered with ${response.status}`);
    else await response.text();
  }
  return problems;
};

/** How the log reports something unforeseen, whatever fails around us. */
const UNEXPECTED = ["Unexpected error", "A request failed", "A transcript listener failed"];

/** Unforeseen failures are in the log, and there should be none. */
export const noUnexpectedErrors: Invariant = ({ world }) =>
  world
    .server()
    .output()
    .split("\n")
    .filter((line) => UNEXPECTED.some((words) => line.includes(words)))
    .map((line) => `In the log: ${line.slice(0, 500)}`);
