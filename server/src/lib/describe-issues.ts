/** The part of a zod error that says what is wrong where. */
interface Issue {
  code: string;
  path: readonly PropertyKey[];
  message: string;
  input?: unknown;
  /** Unknown keys of a strict object. */
  keys?: readonly string[];
  issues?: readonly { message: string }[];
}

/** More than a person reads; a document of megabytes can be wrong in a million places. */
const MAX_ISSUES = 20;

/**
 * What is wrong with an input, field by field; `whole` is used when the input as a whole is wrong.
 */
export function describeIssues(issues: readonly Issue[], whole: string): string {
  const rest = issues.length - MAX_ISSUES;
  return issues
    .slice(0, MAX_ISSUES)
    .map((issue) => {
      const field = issue.path.join(".");
      if (issue.code === "unrecognized_keys") {
        return `${[...issue.path, issue.keys?.join(", ")].join(".")}: cannot be set here`;
      }
      if (!field) return whole;
      if (issue.code === "invalid_key") return `${field}: the name ${issue.issues?.[0]?.message}`;
      const missing = issue.code === "invalid_type" && issue.input === undefined;
      return `${field}: ${missing ? "is required" : issue.message}`;
    })
    .concat(rest > 0 ? `and ${rest} more` : [])
    .join("; ");
}
