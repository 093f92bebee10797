import { nanoid } from "nanoid";

/** A new id of any branded kind: the brand only exists for the compiler. */
export function newId<Id extends string>(): Id {
  return nanoid() as Id;
}
