/** The part of a zod error that says what is wrong where. */
interface Issue {
  code: string;
  path: readonly PropertyKey[];
  message: string;
  input?: unknown;
  /** Unknown keys of a strict object. */
  keys?: readonly string[];
  issues?: readonly { message: string }[];
  /** The type that was expected. */
  expected?: string;
  /** The values that were expected. */
  values?: readonly unknown[];
  /** The same for the field that decides the form of an object. */
  options?: readonly unknown[];
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean | undefined;
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
      return `${field}: ${isMissing(issue) ? "is required" : inPlainWords(issue)}`;
    })
    .concat(rest > 0 ? `and ${rest} more` : [])
    .join("; ");
}

function isMissing({ code, input }: Issue): boolean {
  return (code === "invalid_type" || code === "invalid_value") && input === undefined;
}

/** How zod's own messages begin; ours say what the value must be. */
const OF_ZOD = /^(Invalid|Too big|Too small)\b/;

const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

/** What the schema says about it, or, where it says nothing, what zod knows. */
function inPlainWords(issue: Issue): string {
  if (!OF_ZOD.test(issue.message)) return issue.message;
  const { expected, values = issue.options, minimum, maximum, inclusive } = issue;
  if (expected !== undefined) return `must be ${KINDS[expected] ?? expected}`;
  if (values?.length === 1) return `must be ${String(values[0])}`;
  if (values !== undefined) return `must be one of ${values.join(", ")}`;
  if (minimum !== undefined) return `must be ${inclusive ? "at least" : "more than"} ${minimum}`;
  if (maximum !== undefined) return `must be ${inclusive ? "at most" : "less than"} ${maximum}`;
  return "is not valid";
}
