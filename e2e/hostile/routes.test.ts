import { expect, test } from "bun:test";
import { routesOf } from "./routes.ts";

test("the routes of a document are the requests that it allows", () => {
  const query = { name: "q", in: "query", schema: { type: "string" } };
  const schema = { type: "object" };
  const routes = routesOf({
    paths: {
      "/api/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", schema: {} }, query],
          responses: { 200: { content: { "text/event-stream": {} } } },
        },
        put: {
          requestBody: { content: { "application/json": { schema } } },
          responses: {
            200: { content: { "application/json": { schema } } },
            default: { content: { "application/json": { schema: {} } } },
          },
        },
      },
      "/api/files": {
        post: { requestBody: { content: { "multipart/form-data": { schema } } }, responses: {} },
      },
    },
  });
  const plain = { query: [], body: null, takesFiles: false, isStream: false, answers: {} };
  expect(routes).toEqual([
    { ...plain, method: "GET", path: "/api/things/{id}", query: [query], isStream: true },
    { ...plain, method: "PUT", path: "/api/things/{id}", body: schema, answers: { 200: schema } },
    { ...plain, method: "POST", path: "/api/files", takesFiles: true },
  ]);
});
