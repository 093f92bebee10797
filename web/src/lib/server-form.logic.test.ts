import { expect, test } from "bun:test";
import { isSameForm, withTypedSince } from "./server-form.logic.ts";

const values = { title: "Shop", text: "", is_loud: false };

test("text typed while a form is being saved stays", () => {
  const sent = { ...values, title: "Store " };
  const typed = { ...sent, text: "Be brief." };
  const saved = { ...values, title: "Store" };
  expect(withTypedSince(saved, sent, typed)).toEqual({ ...saved, text: "Be brief." });
});

test("a secret is not shown again after it was sent", () => {
  const sent = { key: "secret" };
  expect(withTypedSince({ key: "" }, sent, sent)).toEqual({ key: "" });
});

test("forms are equal if all fields are", () => {
  expect(isSameForm(values, { ...values })).toBe(true);
  expect(isSameForm(values, { ...values, is_loud: true })).toBe(false);
});
