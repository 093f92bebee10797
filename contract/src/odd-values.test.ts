import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { z } from "zod";

const modules = readdirSync(import.meta.dir).filter((name) => /^[^.]+\.ts$/.test(name));
const schemas = (
  await Promise.all(
    modules.map(async (file) => {
      const exported = (await import(`./${file}`)) as Record<string, unknown>;
      return Object.entries(exported).map(([name, value]) => ({ file, name, value }));
    }),
  )
)
  .flat()
  .flatMap(({ file, name, value }) =>
    value instanceof z.ZodType ? [[`${file} ${name}`, value] as const] : [],
  );

/** It has a length that cannot become a number; JSON can express it. */
const odd: unknown = JSON.parse(
  '{"length":{"toString":"x","valueOf":"x"},"size":{"toString":"x"}}',
);

test.each(schemas)(
  "%s judges a length that is not a number, instead of failing on it",
  (_, schema) => {
    for (const value of [odd, ...oneOddFieldEach(schema)]) {
      expect(() => schema.safeParse(value)).not.toThrow();
    }
  },
);

function oneOddFieldEach(schema: z.ZodType): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).flatMap((name) => [{ [name]: odd }, { [name]: [odd] }]);
}
