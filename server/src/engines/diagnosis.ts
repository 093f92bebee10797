/** What an engine reports about itself; see the table of failures of each CLI. */
export type ReadableCause =
  | "not_logged_in"
  | "no_credit"
  | "bad_model"
  | "quota"
  | "overloaded"
  | "network"
  | "permission_refused";

/** Why an engine could not do its work. */
export type FailureCause = ReadableCause | "not_installed";

export interface Diagnosis {
  cause: FailureCause;
  /** What is wrong in plain words, and what to do about it. */
  advice: string;
  /** Retrying does not help before a person has done something. */
  needsUser: boolean;
}

/** What the advice is about. */
interface Patient {
  /** What people call it. */
  label: string;
  model: string | null;
  npmPackage?: string;
  logIn?: string;
}

/** Causes that retrying does not fix. */
export const NEEDS_USER: ReadonlySet<FailureCause> = new Set([
  "not_logged_in",
  "no_credit",
  "bad_model",
  "permission_refused",
]);

export function diagnosisOf(cause: FailureCause, patient: Patient): Diagnosis {
  return { cause, advice: ADVICE[cause](patient), needsUser: NEEDS_USER.has(cause) };
}

export function installCommand({ npmPackage }: Pick<Patient, "npmPackage">): string | null {
  return npmPackage === undefined ? null : `npm install -g ${npmPackage}`;
}

const ADVICE: Readonly<Record<FailureCause, (patient: Patient) => string>> = {
  not_installed: (patient) => {
    const command = installCommand(patient);
    const how = command === null ? "" : ` (${command})`;
    return `Install ${patient.label}${how}, or set the path of its program in the settings.`;
  },
  not_logged_in: ({ label, logIn = "" }) =>
    `${label} is not logged in, or its login is no longer accepted. ${logIn}`.trim(),
  no_credit: ({ label }) =>
    `The account of ${label} has no credit left, or its plan does not include this. Add credit or change the plan with its provider.`,
  bad_model: ({ label, model }) =>
    model === null
      ? `${label} is set to use a model that is not available to it. Choose another one in the agent's settings or in those of ${label}.`
      : `${label} cannot get the model "${model}". Correct it in the agent's settings, or leave it empty for the CLI's own choice.`,
  quota: ({ label }) =>
    `${label} has reached a limit of its provider and does not say when it resets.`,
  overloaded: ({ label }) => `The service behind ${label} is overloaded or down.`,
  network: ({ label }) =>
    `${label} cannot reach its model. Check the network, and the proxy or base URL if one is set.`,
  permission_refused: ({ label }) =>
    `${label} refused something the agent had to do. Look for a rule in its own configuration, or in that of the project, that denies tools or directories.`,
};
