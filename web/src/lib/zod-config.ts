import { z } from "zod";

// zod compiles object schemas with `new Function`, which the Content-Security-Policy refuses (and
// reports). main.tsx imports this file first: the switch must be set before a schema is made.
z.config({ jitless: true });
