import { z } from "zod";

// zod compiles object schemas with `new Function`, which the Content-Security-Policy refuses (and
// reports). main.tsx imports this file first, because the switch must be set before any schema is
// created.
z.config({ jitless: true });
