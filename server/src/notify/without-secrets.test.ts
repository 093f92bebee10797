import { expect, test } from "bun:test";
import { withoutSecrets } from "./without-secrets.ts";

const HOOK = "https://hooks.example.com/services/T1/abcdefgh?key=ijklmn&v=1";

test.each([
  ["no route to POST /services/T1/abcdefgh?key=ijklmn&v=1", [HOOK], "no route to POST •••"],
  [`fetching "${HOOK}".`, [HOOK], 'fetching "•••".'],
  ["token abcdefgh is not known, nor ijklmn", [HOOK], "token ••• is not known, nor •••"],
  ["invalid_payload", [HOOK, ""], "invalid_payload"],
  ["Bearer tk_1 is wrong", ["tk_1"], "Bearer ••• is wrong"],
  ["secret and secret-two", ["secret", "secret-two"], "••• and •••"],
])("%j with %j hidden reads %j", (text, secrets, expected) => {
  expect(withoutSecrets(text, secrets)).toBe(expected);
});
