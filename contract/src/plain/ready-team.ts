import type { CreateTask } from "../task.ts";

/** A team that works as it is: who is in it, in their order, and what to try it on. */
interface ReadyTeam {
  id: string;
  title: string;
  about: string;
  agents: readonly string[];
  examples: readonly Pick<CreateTask, "summary" | "description">[];
}

/** The first is what a workspace gets if nobody chooses. */
export const READY_TEAMS = [
  {
    id: "code",
    title: "Code team",
    about: "Plans, builds, reviews, and hands over only what is done.",
    agents: ["Planner", "Implementer", "Reviewer", "Approver"],
    examples: [
      {
        summary: "Write a README that gets a newcomer started",
        description:
          "Read the project first. The README says what it does, how to install it and how to run its tests, with commands that work as they stand.\n\nDone when someone who has never seen the project can run it by following the README alone.",
      },
      {
        summary: "Add a test for the riskiest function",
        description:
          "Find the function that would hurt most if it were wrong and has no test yet. Say why it is that one, then add a test.\n\nDone when the test passes, and fails if the function is broken on purpose.",
      },
      {
        summary: "Find and fix one real bug",
        description:
          "Look for a case that the code gets wrong: an empty input, a time zone, an error nobody handles. Show it with a failing test before you fix it.\n\nDone when the test passes and nothing else changed.",
      },
    ],
  },
  {
    id: "pair",
    title: "Pair",
    about: "One writes the code, one reviews it. Fast, for small changes.",
    agents: ["Coder", "Reviewer"],
    examples: [
      {
        summary: "Fix one compiler or linter warning",
        description:
          "Run the project's checks, pick the warning that matters most, and fix its cause.\n\nDone when the warning is gone and all tests still pass.",
      },
      {
        summary: "Give an unclear function a better name",
        description:
          "Find a name that says less than the function does. Rename it everywhere, documentation included.\n\nDone when the old name is gone and all tests still pass.",
      },
      {
        summary: "Handle one error that is swallowed today",
        description:
          "Find a place where an error is caught and ignored. Report it in a way that helps whoever sees it.\n\nDone when a test shows the new behavior.",
      },
    ],
  },
  {
    id: "writing",
    title: "Writing team",
    about: "Researches, drafts and edits texts until they read well.",
    agents: ["Researcher", "Writer", "Editor"],
    examples: [
      {
        summary: "Explain what this project does on one page",
        description:
          "For a reader who has ten minutes and no background. Write it to overview.md.\n\nDone when it answers what it is, who it is for and why it exists, in plain words.",
      },
      {
        summary: "Draft release notes",
        description:
          "Look at what changed since the last release and write what users will notice to release-notes.md.\n\nDone when each line says what is better for the reader, the most important first.",
      },
      {
        summary: "Write a two-week plan to learn TypeScript",
        description:
          "For someone who knows another language well. One hour a day, with something to build each day. Write it to plan.md.\n\nDone when every day has a goal and a way to see that it is reached.",
      },
    ],
  },
] as const satisfies readonly ReadyTeam[];
