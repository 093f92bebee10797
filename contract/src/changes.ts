import { z } from "zod";
import { ChangeCount } from "./checkpoint.ts";
import { CheckpointId } from "./ids.ts";
import { MOST_QUOTED_CHARACTERS, MOST_REVIEW_COMMENTS } from "./plain/changes.ts";
import { hasNoNul, measured, RequiredText, Text } from "./text.ts";

/**
 * A state to compare: the start of the task, what the person has looked at, the newest checkpoint,
 * or one by its id. Never a revision of git.
 */
export const ChangePosition = z.union(
  [z.enum(["base", "looked", "now"]), CheckpointId],
  "must be base, looked, now or the id of a checkpoint",
);
export type ChangePosition = z.infer<typeof ChangePosition>;

export const ChangesQuery = z.object({
  from: ChangePosition.default("base"),
  to: ChangePosition.default("now"),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** As git names it, from the top of the repository, with slashes. */
const RepositoryPath = z
  .string("must be a path")
  .min(1, measured("must not be empty"))
  .refine(hasNoNul, "must not contain a NUL character");

/** Unchanged lines around each change. */
export const MOST_CONTEXT = 100_000;

export const PatchQuery = ChangesQuery.extend({
  path: RepositoryPath,
  context: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(MOST_CONTEXT, `must be at most ${MOST_CONTEXT}`)
    .default(3),
  /** Leaves out changes that are only white space. */
  ignore_whitespace: z.literal("1", "must be 1").optional(),
});
export type PatchQuery = z.infer<typeof PatchQuery>;

export const BlobQuery = z.object({ checkpoint: ChangePosition, path: RepositoryPath });

const ObjectId = z.string("must be the id of a file").regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, {
  error: "must be the id of a file, such as the blob_id of a changed file",
  abort: true,
});

export const ChangedFile = z.object({
  path: z.string(),
  /** Where it was before; null unless it was renamed or copied. */
  old_path: z.string().nullable(),
  status: z.enum(["added", "modified", "deleted", "renamed", "copied", "type_changed"]),
  /** In percent, for a renamed or copied one. */
  similarity: z.number().int().nullable(),
  /** Such as 100644, 100755, 120000 (a link) or 160000 (a submodule); null where there is none. */
  old_mode: z.string().nullable(),
  new_mode: z.string().nullable(),
  old_blob_id: z.string().nullable(),
  new_blob_id: z.string().nullable(),
  old_size: z.number().int().nullable(),
  new_size: z.number().int().nullable(),
  /** Null for a binary file, and until they are counted. */
  additions: z.number().int().nullable(),
  deletions: z.number().int().nullable(),
  is_binary: z.boolean(),
  /** A lock file, or marked as generated in .gitattributes. */
  is_generated: z.boolean(),
  /** A person has viewed it in exactly this state. */
  is_viewed: z.boolean(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** One end of a comparison. */
export const ChangeEnd = z.object({
  /** Null for a base that is a commit. */
  checkpoint_id: CheckpointId.nullable(),
  tree_id: z.string(),
});

export const Changes = z.object({
  from: ChangeEnd,
  to: ChangeEnd,
  /** Counts all files, even those that are not listed. */
  ...ChangeCount.shape,
  /** Ordered by path. */
  changed: z.array(ChangedFile),
  /** There are more files than the list has. */
  truncated: z.boolean(),
});
export type Changes = z.infer<typeof Changes>;

/** Nobody looks through more. */
export const MOST_CHANGED_FILES = 10_000;

/** Marks a file as viewed in this state; null removes the mark. */
export const ViewFile = z.object({ path: RepositoryPath, blob_id: ObjectId.nullable() });

const line = z
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1");

export const ReviewComment = z
  .object({
    path: RepositoryPath,
    /** The state before, or the one that is looked at. */
    side: z.enum(["old", "new"], "must be old or new"),
    line,
    /** The last line of a range. */
    end_line: line.optional(),
    text: RequiredText,
    /** What the lines were, if they are gone by now. It is quoted as it is, and marked as outdated. */
    quote: Text.max(
      MOST_QUOTED_CHARACTERS,
      measured(`must be at most ${MOST_QUOTED_CHARACTERS} characters`),
    ).optional(),
  })
  .refine(({ line, end_line }) => end_line === undefined || end_line >= line, {
    path: ["end_line"],
    error: "must not be before line",
  });
export type ReviewComment = z.infer<typeof ReviewComment>;

/** Comments on lines; they become one comment on the task. */
export const SendReview = z
  .object({
    checkpoint_id: CheckpointId,
    /** What the lines were compared with; the base by default. */
    from: ChangePosition.default("base"),
    comments: z
      .array(ReviewComment, "must be a list of comments")
      .max(MOST_REVIEW_COMMENTS, measured(`must be at most ${MOST_REVIEW_COMMENTS} comments`)),
    /** An introduction to them. */
    text: Text.optional(),
  })
  .refine(({ comments, text }) => comments.length > 0 || (text ?? "").trim() !== "", {
    path: ["comments"],
    error: "must not be empty without a text",
  });
export type SendReview = z.infer<typeof SendReview>;

/** What a person has seen; the newest checkpoint by default. */
export const MarkLooked = z.object({ checkpoint_id: CheckpointId.optional() });
