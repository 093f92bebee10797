import type { BriefedActivity, BriefedComment, TaskBriefing } from "@malamar/contract/briefing.ts";
import type { TaskId } from "@malamar/contract/ids.ts";

interface Given {
  role?: string;
  comments?: readonly BriefedComment[];
  activity?: readonly BriefedActivity[];
}

/** The Planner's briefing for a task; a test sets only what matters to it. */
export function taskBriefing({
  role = "Plan.",
  comments = [],
  activity = [],
}: Given): TaskBriefing {
  return {
    kind: "task",
    task_id: "t".repeat(21) as TaskId,
    workspace_instruction: "",
    agent_name: "Planner",
    role,
    other_agents: ["Reviewer"],
    summary: "Add a page",
    description: "",
    comments: { entries: comments, left_out: 0 },
    activity: { entries: activity, left_out: 0 },
  };
}

export function started(agent_name: string, created_at = ""): BriefedActivity {
  return { event_type: "agent_started", actor_type: "agent", metadata: { agent_name }, created_at };
}
