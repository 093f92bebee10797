import { expect, test } from "bun:test";
import { accessText } from "./access-text.logic.ts";

test.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])(
  "at %s nobody but who started it knows of a token",
  (hostname) => {
    expect(accessText(hostname)).toContain("only if it was started with one");
  },
);

test.each(["box.tail1234.ts.net", "192.168.1.5", "localhost.example.com", "127.evil.example"])(
  "at %s a token is always asked for",
  (hostname) => {
    expect(accessText(hostname)).toStartWith(`At ${hostname} Malamar asks everybody`);
  },
);
