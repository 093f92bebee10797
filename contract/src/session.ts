import { z } from "zod";

export const Login = z.object({ token: z.string("must be text").min(1, "must not be empty") });
