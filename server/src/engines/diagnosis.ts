import { cliLabel, type CliType } from "@malamar/contract/cli.ts";

/** What a CLI can say of itself; see the table of failures of each. */
export type ReadableCause =
  | "not_logged_in"
  | "no_credit"
  | "bad_model"
  | "quota"
  | "overloaded"
  | "network"
  | "permission_refused";

/** Why a CLI could not do its work. */
export type FailureCause = ReadableCause | "not_installed";

export interface Diagnosis {
  cause: FailureCause;
  /** What is wrong in plain words, and what to do about it. */
  advice: string;
  /** Trying again does not help before a person has done something. */
  needsUser: boolean;
}

/** What the advice speaks of. */
interface Patient {
  type: CliType;
  model: string | null;
  npmPackage?: string;
  logIn?: string;
}

const NEEDS_USER: ReadonlySet<FailureCause> = new Set([
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
    return `Install ${cliLabel(patient.type)}${how}, or set the path of its program in the settings.`;
  },
  not_logged_in: ({ type, logIn = "" }) =>
    `${cliLabel(type)} is not logged in, or its login is no longer accepted. ${logIn}`.trim(),
  no_credit: ({ type }) =>
    `The account of ${cliLabel(type)} has no credit left, or its plan does not include this. Add credit or change the plan with its provider.`,
  bad_model: ({ type, model }) =>
    model === null
      ? `${cliLabel(type)} is set to use a model that it cannot get. Name another one in the agent's settings or in those of ${cliLabel(type)}.`
      : `${cliLabel(type)} cannot get the model "${model}". Correct it in the agent's settings, or leave it empty for the CLI's own choice.`,
  quota: ({ type }) =>
    `${cliLabel(type)} has reached a limit of its provider, and does not say when that ends.`,
  overloaded: ({ type }) => `The service behind ${cliLabel(type)} is overloaded or out of order.`,
  network: ({ type }) =>
    `${cliLabel(type)} cannot reach its model. Check the network, and the proxy or base URL if one is set.`,
  permission_refused: ({ type }) =>
    `${cliLabel(type)} refused what the agent had to do. Look for a rule in its own configuration, or in that of the project, that denies tools or directories.`,
};
