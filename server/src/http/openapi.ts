import { ErrorBody } from "@malamar/contract/error.ts";
import type { RouterRoute } from "hono/types";
import { z } from "zod";
import { descriptionOf, INPUT, type RouteDescription, type RouteInput } from "./describe.ts";

interface Operation {
  summary: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
}

/** The API document, made from the very routes that answer: there is no second list to forget. */
export function openApiDocument(routes: readonly RouterRoute[], version: string): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const { method, path, handler } of routes) {
    const description = descriptionOf(handler);
    if (!description) continue;
    const inputs = routes
      .filter((route) => route.method === method && route.path === path)
      .flatMap((route) => inputOf(route.handler) ?? []);
    const template = path.replaceAll(/:(\w+)/g, "{$1}");
    paths[template] ??= {};
    paths[template][method.toLowerCase()] = operation(path, description, inputs);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Malamar",
      version,
      description:
        "The API that Malamar's own page uses. Where a token is required, send it as a bearer token.",
    },
    paths,
  };
}

function operation(path: string, description: RouteDescription, inputs: RouteInput[]): Operation {
  const parameters = [
    ...pathParameters(path),
    ...inputs.flatMap((input) => (input.where === "query" ? queryParameters(input.schema) : [])),
  ];
  const body = inputs.find((input) => input.where !== "query");
  const success = { description: "Success", ...headers(description), ...content(description) };
  return {
    summary: description.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries([description.success].flat().map((status) => [status, success])),
      default: { description: "What went wrong", content: json(ErrorBody, "output") },
    },
  };
}

function requestBody(body: Exclude<RouteInput, { where: "query" }>): object {
  if (body.where === "files") return { required: true, content: FILES };
  return { required: !body.isOptional, content: json(body.schema, "input") };
}

/** Parts may have any name: one with a filename is a file. */
const FILES = {
  "multipart/form-data": {
    schema: {
      type: "object",
      properties: { files: { type: "array", items: { type: "string", format: "binary" } } },
      required: ["files"],
    },
  },
};

function headers({ headers: told }: RouteDescription): object {
  if (told === undefined) return {};
  const described = Object.entries(told).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return { headers: Object.fromEntries(described) };
}

function content({ returns }: RouteDescription): object {
  if (returns === undefined) return {};
  if (typeof returns === "string") return { content: { [returns]: {} } };
  return { content: json(returns, "output") };
}

function json(schema: z.ZodType, io: "input" | "output"): object {
  return { "application/json": { schema: jsonSchema(schema, io) } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(schema: z.ZodType): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: property,
  }));
}

function inputOf(handler: object): RouteInput | undefined {
  // Only validators set it.
  return (handler as { [INPUT]?: RouteInput })[INPUT];
}
