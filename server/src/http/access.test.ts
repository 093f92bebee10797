import { describe, expect, test } from "bun:test";
import { AppError } from "#lib/app-error.ts";
import {
  requestScheme,
  requireBodyType,
  requireKnownHost,
  requireOwnOrigin,
  type AccessPolicy,
} from "./access.ts";

const LOOPBACK: AccessPolicy = {
  host: "127.0.0.1",
  port: 3456,
  allowedHosts: [],
  trustProxy: false,
};

/** "ok", or the code of the refusal. */
function outcome(check: () => void): string {
  try {
    check();
    return "ok";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe("the Host header", () => {
  test.each<[host: string | null, policy: Partial<AccessPolicy>, expected: string]>([
    ["localhost:3456", {}, "ok"],
    ["LOCALHOST:3456", {}, "ok"],
    ["127.0.0.1:3456", {}, "ok"],
    ["[::1]:3456", {}, "ok"],
    ["localhost", {}, "FORBIDDEN"],
    ["localhost:3457", {}, "FORBIDDEN"],
    ["localhost:80", {}, "FORBIDDEN"],
    ["evil.com", {}, "FORBIDDEN"],
    ["evil.com:3456", {}, "FORBIDDEN"],
    ["localhost.evil.com:3456", {}, "FORBIDDEN"],
    ["127.0.0.1.evil.com:3456", {}, "FORBIDDEN"],
    ["localhost:3456.evil.com", {}, "FORBIDDEN"],
    ["evil.com#localhost:3456", {}, "FORBIDDEN"],
    ["0.0.0.0:3456", {}, "FORBIDDEN"],
    ["0:3456", {}, "FORBIDDEN"],
    ["", {}, "FORBIDDEN"],
    [null, {}, "FORBIDDEN"],
    ["localhost", { port: 80 }, "ok"],
    ["localhost:80", { port: 80 }, "ok"],
    ["box.ts.net", { allowedHosts: ["box.ts.net"] }, "ok"],
    ["box.ts.net:3456", { allowedHosts: ["box.ts.net"] }, "ok"],
    ["BOX.ts.net:443", { allowedHosts: ["box.ts.net"] }, "ok"],
    ["box.ts.net:443", { allowedHosts: ["box.ts.net:3456"] }, "FORBIDDEN"],
    ["evil.box.ts.net", { allowedHosts: ["box.ts.net"] }, "FORBIDDEN"],
    ["localhost:3456", { allowedHosts: ["box.ts.net"] }, "ok"],
    ["192.168.1.5:3456", { host: "192.168.1.5" }, "ok"],
    ["192.168.1.5:3456", { host: "0.0.0.0" }, "FORBIDDEN"],
    ["[fd00::1]:3456", { host: "fd00::1" }, "ok"],
    ["workstation:3456", { host: "Workstation" }, "ok"],
    ["workstation:3457", { host: "workstation" }, "FORBIDDEN"],
  ])("%j with %j is %s", (host, policy, expected) => {
    const headers = new Headers(host === null ? {} : { host });
    expect(outcome(() => requireKnownHost(headers, { ...LOOPBACK, ...policy }))).toBe(expected);
  });

  test("a forwarded host counts only behind a trusted proxy", () => {
    const headers = new Headers({ host: "localhost:3456", "x-forwarded-host": "evil.com" });
    expect(outcome(() => requireKnownHost(headers, LOOPBACK))).toBe("ok");
    const behindProxy = { ...LOOPBACK, trustProxy: true };
    expect(outcome(() => requireKnownHost(headers, behindProxy))).toBe("FORBIDDEN");
    headers.set("x-forwarded-host", "box.ts.net");
    const allowed = { ...behindProxy, allowedHosts: ["box.ts.net"] };
    expect(outcome(() => requireKnownHost(headers, allowed))).toBe("ok");
  });

  test("a rebound page cannot get in with a forwarded host", () => {
    const headers = new Headers({ host: "evil.com:3456", "x-forwarded-host": "localhost:3456" });
    const behindProxy = { ...LOOPBACK, trustProxy: true };
    expect(outcome(() => requireKnownHost(headers, behindProxy))).toBe("FORBIDDEN");
    const listed = new Headers({
      host: "localhost:3456",
      "x-forwarded-host": "localhost:3456, evil.com",
    });
    expect(outcome(() => requireKnownHost(listed, behindProxy))).toBe("FORBIDDEN");
  });
});

describe("where a request comes from", () => {
  test.each<[headers: Record<string, string>, policy: Partial<AccessPolicy>, expected: string]>([
    [{}, {}, "ok"],
    [{ origin: "http://localhost:3456" }, {}, "ok"],
    [{ origin: "http://localhost:3457" }, {}, "FORBIDDEN"],
    [{ origin: "http://localhost" }, {}, "FORBIDDEN"],
    [{ origin: "https://localhost:3456" }, {}, "FORBIDDEN"],
    [{ origin: "http://127.0.0.1:3456" }, {}, "FORBIDDEN"],
    [{ origin: "http://evil.com" }, {}, "FORBIDDEN"],
    [{ origin: "null" }, {}, "FORBIDDEN"],
    [{ origin: "" }, {}, "FORBIDDEN"],
    [{ "sec-fetch-site": "same-origin" }, {}, "ok"],
    [{ "sec-fetch-site": "none" }, {}, "ok"],
    [{ "sec-fetch-site": "same-site" }, {}, "FORBIDDEN"],
    [{ "sec-fetch-site": "cross-site" }, {}, "FORBIDDEN"],
    [{ origin: "http://localhost:3456", "sec-fetch-site": "cross-site" }, {}, "FORBIDDEN"],
    [{ origin: "http://evil.com", "sec-fetch-site": "same-origin" }, {}, "FORBIDDEN"],
    [{ origin: "https://localhost:3456", "x-forwarded-proto": "https" }, {}, "FORBIDDEN"],
    [
      { origin: "https://localhost:3456", "x-forwarded-proto": "https" },
      { trustProxy: true },
      "ok",
    ],
    [
      { origin: "http://localhost:3456", "x-forwarded-proto": "https" },
      { trustProxy: true },
      "FORBIDDEN",
    ],
  ])("%j with %j is %s", (extra, policy, expected) => {
    const headers = new Headers({ host: "localhost:3456", ...extra });
    expect(outcome(() => requireOwnOrigin(headers, { ...LOOPBACK, ...policy }))).toBe(expected);
  });
});

describe("the content type of a body", () => {
  test.each<[headers: Record<string, string>, expected: string]>([
    [{}, "ok"],
    [{ "content-length": "0" }, "ok"],
    [{ "content-length": "0", "content-type": "text/plain" }, "ok"],
    [{ "content-length": "2", "content-type": "application/json" }, "ok"],
    [{ "content-length": "2", "content-type": "Application/JSON; charset=utf-8" }, "ok"],
    [{ "content-length": "2", "content-type": "application/merge-patch+json" }, "ok"],
    [{ "content-length": "2" }, "UNSUPPORTED_MEDIA_TYPE"],
    [{ "content-length": "2", "content-type": "text/plain" }, "UNSUPPORTED_MEDIA_TYPE"],
    [{ "content-length": "2", "content-type": "application/jsonp" }, "UNSUPPORTED_MEDIA_TYPE"],
    [
      { "content-length": "2", "content-type": "text/plain; application/json" },
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      { "content-length": "2", "content-type": "application/x-www-form-urlencoded" },
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [{ "transfer-encoding": "chunked", "content-type": "text/plain" }, "UNSUPPORTED_MEDIA_TYPE"],
    [{ "transfer-encoding": "chunked", "content-type": "application/json" }, "ok"],
    [{ "content-length": "16777216", "content-type": "application/json" }, "ok"],
    [{ "content-length": "16777217", "content-type": "application/json" }, "PAYLOAD_TOO_LARGE"],
  ])("%j is %s", (headers, expected) => {
    expect(outcome(() => requireBodyType("/api/workspaces", new Headers(headers)))).toBe(expected);
  });
});

describe("the content type of files", () => {
  const PATH = "/api/chats/000000000000000000000/attachments";

  test.each<[path: string, type: string, expected: string]>([
    [PATH, "multipart/form-data; boundary=x", "ok"],
    [PATH, "Multipart/Form-Data;boundary=x", "ok"],
    [PATH, "multipart/form-data", "ok"],
    [PATH, "multipart/mixed; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
    [PATH, "multipart/form-datax; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
    [PATH, "application/json", "UNSUPPORTED_MEDIA_TYPE"],
    [PATH, "text/plain", "UNSUPPORTED_MEDIA_TYPE"],
    [PATH, "", "UNSUPPORTED_MEDIA_TYPE"],
    [`${PATH}/`, "multipart/form-data; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
    [`/api/chats${PATH}`, "multipart/form-data; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
    ["/api/chats/x/messages", "multipart/form-data; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
    ["/api/workspaces", "multipart/form-data; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
  ])("%s with %j is %s", (path, type, expected) => {
    const headers = new Headers({ "content-length": "99999999", "content-type": type });
    expect(outcome(() => requireBodyType(path, headers))).toBe(expected);
  });
});

test("the scheme is https only where a trusted proxy says so", () => {
  const headers = new Headers({ "x-forwarded-proto": "http, https" });
  expect(requestScheme(headers, LOOPBACK)).toBe("http");
  expect(requestScheme(headers, { ...LOOPBACK, trustProxy: true })).toBe("https");
});
