/** What comments, messages and logs call an author who is no agent of today. */
export const USER_NAME = "User";
export const SYSTEM_NAME = "System";
export const TRIGGER_NAME = "Trigger";
export const DELETED_AGENT_NAME = "(Deleted Agent)";
