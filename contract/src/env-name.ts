import { z } from "zod";

/** The name of an environment variable, as a program can look it up. */
export const EnvName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and underscores");
