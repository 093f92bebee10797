import type { core } from "zod";

// zod compiles object schemas with `new Function`, which the Content-Security-Policy refuses (and
// reports). It looks for its switches here when the first form fetches it; main.tsx imports this first.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } satisfies core.$ZodConfig });
