/** How comments, messages and logs name an author who is not a current agent. */
export const USER_NAME = "User";
export const SYSTEM_NAME = "System";
export const TRIGGER_NAME = "Trigger";
export const DELETED_AGENT_NAME = "(Deleted Agent)";
