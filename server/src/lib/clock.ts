/** The current time as an ISO-8601 UTC string with milliseconds, the form of every stored time. */
export type Clock = () => string;

export const systemClock: Clock = () => new Date().toISOString();
