/** As much of JSON Schema as the API document uses. */
export interface JsonSchema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
}

interface Operation {
  parameters?: readonly { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema }>> };
  responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema?: JsonSchema }>> }>
  >;
}

export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Route {
  method: string;
  /** With its parameters in braces. */
  path: string;
  query: readonly { name: string; schema: JsonSchema }[];
  body: JsonSchema | null;
  takesFiles: boolean;
  /** Its answer has no end. */
  isStream: boolean;
  /** Its successful answers, by status. */
  answers: Readonly<Record<number, JsonSchema>>;
}

/** Every route in the document. */
export function routesOf({ paths }: ApiDocument): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(method, path, operation)),
  );
}

function routeOf(method: string, path: string, operation: Operation): Route {
  const { parameters = [], requestBody, responses } = operation;
  const types = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const schema = content["application/json"]?.schema;
    return schema && status !== "default" ? [[status, schema] as const] : [];
  });
  return {
    method: method.toUpperCase(),
    path,
    query: parameters.filter((parameter) => parameter.in === "query"),
    body: requestBody?.content["application/json"]?.schema ?? null,
    takesFiles: requestBody?.content["multipart/form-data"] !== undefined,
    isStream: types.includes("text/event-stream"),
    answers: Object.fromEntries(answers),
  };
}
