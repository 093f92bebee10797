import { createContext } from "react";

/** The path of the workspace whose texts are shown: there "#12" leads to a task. Null elsewhere. */
export const TaskLinks = createContext<string | null>(null);
