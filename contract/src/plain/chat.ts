export const UNTITLED_CHAT = "Untitled chat";

/** The agent that is built in: it helps to set up a workspace and its team. It has no id. */
export const MALAMAR_AGENT_NAME = "Malamar";
