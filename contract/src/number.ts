import { z } from "zod";

export const whole = (min: number) =>
  z.number("must be a number").int("must be a whole number").min(min, `must be at least ${min}`);
