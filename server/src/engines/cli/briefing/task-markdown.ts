import type { BriefedWorktree, Newest, TaskBriefing } from "@malamar/contract/briefing.ts";
import { closed, fenced, quoted } from "./markdown.ts";

interface Paths {
  /** Where all comments are, if some did not fit. */
  allCommentsPath: string;
  outputPath: string;
}

/** Everything an agent has to know about a task, as one Markdown file. */
export function taskMarkdown(briefing: TaskBriefing, paths: Paths): string {
  const { comments, activity } = briefing;
  const others = briefing.other_agents.map((name) => `- ${name}`);
  return [
    "# Malamar Context",
    "You are one agent of an ordered team that Malamar, a multi-agent workflow system, runs on a task, pass after pass, until a human should look.",
    closed(briefing.workspace_instruction.trim()),
    "# Your Role",
    closed(briefing.role.trim()),
    "## Other Agents in This Workflow",
    others.join("\n") || "You are the only agent of this team.",
    "# Task",
    "## Summary",
    quoted(briefing.summary),
    "## Description",
    quoted(briefing.description.trim()) || "There is no description.",
    ...(briefing.worktree ? ["## Working Directory", workingDirectory(briefing.worktree)] : []),
    "## Comments",
    comments.entries.some(({ is_note }) => is_note) ? ABOUT_NOTES : "",
    comments.entries.some(({ asks }) => asks !== undefined) ? ABOUT_QUESTIONS : "",
    leftOut(comments, "comments", ` All of them, oldest first, are in: ${paths.allCommentsPath}`),
    jsonBlock(comments),
    "## Activity Log",
    leftOut(activity, "entries"),
    jsonBlock(activity),
    "# Output Instruction",
    briefing.is_asked ? ASKED_ALONE : "",
    outputInstruction(paths.outputPath),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

const ABOUT_NOTES =
  "Those with `is_note` are notes by people: for you to know, without a request to act.";

const ABOUT_QUESTIONS =
  "Those with `asks` are by people too, and ask the agent of that name alone.";

const ASKED_ALONE =
  "A person has asked you alone: nobody else of the team runs in this pass, and then that person looks, whatever you say. Answer with a comment.";

function workingDirectory({ path, branch, base_branch, base_commit }: BriefedWorktree): string {
  const base = base_branch === null ? base_commit : `${base_branch} (${base_commit})`;
  return `You work in ${path}, a Git worktree that Malamar made for this task.

- Its branch is ${branch}, made from ${base}.
- Nobody else works in it: each task has its own, and the person's checkout is elsewhere. Stay in this one and on this branch.
- Everything counts, committed or not: after each run Malamar stores a checkpoint of all files that Git does not ignore. You need not commit, stash or push.`;
}

function jsonBlock({ entries }: Newest<object>): string {
  const lines = entries.map((entry) => JSON.stringify(entry));
  return lines.length === 0 ? "None yet." : fenced(lines.join("\n"), "json");
}

/** Precedes the newest ones, so that nobody takes them for all there are. */
function leftOut({ left_out: count }: Newest<object>, what: string, where = ""): string {
  return count === 0 ? "" : `${count} older ${what} are left out here.${where}`;
}

function outputInstruction(path: string): string {
  const example = (actions: object[]) => JSON.stringify({ actions });
  return `Write your response as JSON to: ${path}

The file does not exist yet: create it, with nothing but the JSON in it. Malamar reads it when you have ended, and nothing else of what you say reaches the team.

The JSON is an object with a list of actions:

${fenced(JSON.stringify({ actions: [{ type: "comment", content: "What the team and the human should read, as Markdown." }] }, null, 2), "json")}

The actions there are:

- Comment on the task. Everybody reads it, and the team works another pass:
  \`${example([{ type: "comment", content: "..." }])}\`
- Hand the task to the human, because it is finished or needs a decision. This ends the loop:
  \`${example([{ type: "change_status", status: "in_review" }])}\`
- Nothing to do for you in this pass:
  \`${example([{ type: "skip" }])}\`

One answer may have several actions, for example a comment and a change of status. Never comment that there is nothing to do: skip. When every agent skips, the human looks.`;
}
