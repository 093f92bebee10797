import { demoAgent } from "./board.ts";

interface Member {
  agent: ReturnType<typeof demoAgent>;
  /** What a run leaves on its task when it succeeds; null when it is one that fails. */
  commentsAt: (visit: number, task: string) => string[] | null;
}

/**
 * A team that does a bit of everything: it comments, skips, fails, leaves tools behind and asks for
 * review. A visit is a run of the agent on the task, so no two runs of one agent say the same.
 */
export const BUSY_TEAM: readonly Member[] = [
  {
    agent: demoAgent(
      "Planner",
      "visits 1-3:",
      "say Planning",
      "comment Plan {visit} of {task}",
      "after:",
      "skip",
    ),
    commentsAt: (visit, task) => (visit <= 3 ? [`Plan ${visit} of ${task}`] : []),
  },
  {
    agent: demoAgent(
      "Builder",
      "always:",
      "fork",
      "fork bare",
      "visit 2:",
      "exit 3 out of luck",
      "visits 1-4:",
      "comment Part {visit} of {task}",
    ),
    commentsAt: (visit, task) => {
      if (visit === 2) return null;
      return visit <= 4 ? [`Part ${visit} of ${task}`] : [];
    },
  },
  {
    agent: demoAgent(
      "Reviewer",
      "visit 1:",
      "comment First remark of visit {visit} on {task}",
      "comment Second remark of visit {visit} on {task}",
      "visit 2:",
      "output not an answer",
      "after:",
      "skip",
    ),
    commentsAt: (visit, task) => {
      if (visit === 2) return null;
      if (visit > 2) return [];
      return ["First", "Second"].map((nth) => `${nth} remark of visit ${visit} on ${task}`);
    },
  },
  {
    agent: demoAgent(
      "Approver",
      "visits 1-2:",
      "skip",
      "after:",
      "comment Approved at visit {visit}: {task}",
      "review",
    ),
    commentsAt: (visit, task) => (visit > 2 ? [`Approved at visit ${visit}: ${task}`] : []),
  },
];
