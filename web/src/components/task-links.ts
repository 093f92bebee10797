import { createContext } from "react";

/**
 * The path of the workspace whose texts are shown: there, "#12" links to a task. Null elsewhere.
 */
export const TaskLinks = createContext<string | null>(null);
