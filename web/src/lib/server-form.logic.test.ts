import { expect, test } from "bun:test";
import { isSameForm, withTypedSince } from "./server-form.logic.ts";

const values = { title: "Shop", text: "", is_loud: false };

test("what is typed while a form is being saved stays", () => {
  const sent = { ...values, title: "Store " };
  const typed = { ...sent, text: "Be brief." };
  const saved = { ...values, title: "Store" };
  expect(withTypedSince(saved, sent, typed)).toEqual({ ...saved, text: "Be brief." });
});

test("a secret that was sent is not shown again", () => {
  const sent = { key: "secret" };
  expect(withTypedSince({ key: "" }, sent, sent)).toEqual({ key: "" });
});

test("forms are the same when every field is", () => {
  expect(isSameForm(values, { ...values })).toBe(true);
  expect(isSameForm(values, { ...values, is_loud: true })).toBe(false);
});
