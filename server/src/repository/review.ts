import type { ReviewComment, SendReview } from "@malamar/contract/changes.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import { MOST_QUOTED_LINES } from "@malamar/contract/plain/changes.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import type { z } from "zod";
import type { User } from "#domain/actor/actor.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Git } from "#git/git.ts";
import { AppError } from "#lib/app-error.ts";
import type { ChangeEnds, StoredState } from "./change-ends.ts";
import { blobIn, type ChangesService } from "./changes.ts";
import type { Looks } from "./looks.ts";
import { reviewText, type QuotedComment } from "./review-text.ts";

interface Deps {
  git: Git;
  unit: UnitOfWork;
  changeEnds: ChangeEnds;
  changes: Pick<ChangesService, "oldPathOf">;
  looks: Pick<Looks, "advance">;
  taskService: Pick<TaskService, "get" | "comment" | "note">;
}

/** The lines of a file, or why it cannot be commented on. */
type Lines = { lines: readonly string[] } | { problem: string };

/**
 * What a person says about lines, as one comment on the task. The loop continues as after any comment, and what they have commented on they have looked at. On a task that is Done nobody works:
 * there it is a note.
 */
export function createReview({ git, unit, changeEnds, changes, looks, taskService }: Deps) {
  return async (
    actor: User,
    id: TaskId,
    { checkpoint_id, from: compared, comments, text }: z.output<typeof SendReview>,
  ): Promise<TaskComment> => {
    taskService.get(id);
    const [from, to] = await changeEnds.both(
      { task_id: id },
      { from: compared, to: checkpoint_id },
    );
    const quoted = await quotes(from, to, comments);
    const content = reviewText({
      checkpoint: to.commit_id,
      from: from.commit_id,
      text,
      comments: quoted,
    });
    return unit(() => {
      looks.advance(id, checkpoint_id);
      const isDone = taskService.get(id).status === "done";
      return isDone
        ? taskService.note(actor, id, content)
        : taskService.comment(actor, id, content);
    });
  };

  /** Reads each file once, and keeps only the quoted lines. */
  async function quotes(
    from: StoredState,
    to: StoredState,
    comments: readonly ReviewComment[],
  ): Promise<QuotedComment[]> {
    const quoted = comments.flatMap(ownQuote);
    const others = [...comments.entries()].filter(([, { quote }]) => quote === undefined);
    const groups = Map.groupBy(others, ([, { side, path }]) => `${side} ${path}`);
    for (const group of groups.values()) {
      const [, first] = group[0]!;
      const isOld = first.side === "old";
      const quotedPath = isOld ? await changes.oldPathOf(from, to, first.path) : first.path;
      const file = await linesOf(isOld ? from : to, quotedPath);
      for (const [at, comment] of group) {
        quoted.push({ ...comment, quotedPath, lines: quoteOf(file, comment, at) });
      }
    }
    return quoted;
  }

  async function linesOf(state: StoredState, path: string): Promise<Lines> {
    const found = await blobIn(git, state, path);
    if (!found) return { problem: `${path} is not in that state` };
    if (found.isTooLarge) return { problem: `${path} is too large for comments` };
    if (found.bytes.includes(0)) return { problem: `${path} is not a text file` };
    const lines = new TextDecoder().decode(found.bytes).split("\n");
    // There is no line after the last line break.
    if (lines.at(-1) === "") lines.pop();
    return { lines };
  }
}

export type SendReviewNow = ReturnType<typeof createReview>;

/** Of a comment whose lines are gone: there is nothing to look up. */
function ownQuote(comment: ReviewComment): QuotedComment[] {
  const { path, quote } = comment;
  if (quote === undefined) return [];
  return [{ ...comment, quotedPath: path, lines: quote === "" ? [] : quote.split("\n") }];
}

function quoteOf(file: Lines, { line, end_line = line, path }: ReviewComment, at: number) {
  if ("problem" in file) {
    throw new AppError("VALIDATION_ERROR", `comments.${at}.path: ${file.problem}`);
  }
  if (end_line > file.lines.length) {
    throw new AppError(
      "VALIDATION_ERROR",
      `comments.${at}.line: ${path} has only ${file.lines.length} lines there`,
    );
  }
  return file.lines.slice(line - 1, Math.min(end_line, line - 1 + MOST_QUOTED_LINES));
}
