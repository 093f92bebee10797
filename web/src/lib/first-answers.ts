import { createFirstAnswers } from "./first-answers.logic.ts";

export const firstAnswers = createFirstAnswers();
