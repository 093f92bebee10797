import type { ReadyTeamId } from "@malamar/contract/ready-team.ts";
import coder from "./pair/coder.md" with { type: "text" };
import pairReviewer from "./pair/reviewer.md" with { type: "text" };
import pairRules from "./pair/workspace.md" with { type: "text" };
import approver from "./sample-team/approver.md" with { type: "text" };
import implementer from "./sample-team/implementer.md" with { type: "text" };
import planner from "./sample-team/planner.md" with { type: "text" };
import reviewer from "./sample-team/reviewer.md" with { type: "text" };
import codeRules from "./sample-team/workspace.md" with { type: "text" };
import editor from "./writing/editor.md" with { type: "text" };
import researcher from "./writing/researcher.md" with { type: "text" };
import writingRules from "./writing/workspace.md" with { type: "text" };
import writer from "./writing/writer.md" with { type: "text" };

interface Instructions {
  /** What the team agrees on: the instruction of the workspace. */
  rules: string;
  /** By the name of the agent, in their order. */
  agents: Readonly<Record<string, string>>;
}

/** The instructions of each ready-made team's agents. */
export const INSTRUCTIONS: Readonly<Record<ReadyTeamId, Instructions>> = {
  code: {
    rules: codeRules,
    agents: { Planner: planner, Implementer: implementer, Reviewer: reviewer, Approver: approver },
  },
  pair: { rules: pairRules, agents: { Coder: coder, Reviewer: pairReviewer } },
  writing: {
    rules: writingRules,
    agents: { Researcher: researcher, Writer: writer, Editor: editor },
  },
};
