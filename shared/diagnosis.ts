import * as z from 'zod';
import { needSchema } from './alarm.ts';

/** skipped: there is nothing to check here, or an earlier step failed. */
export const stepStates = ['ok', 'warning', 'failed', 'skipped'] as const;
export type StepState = (typeof stepStates)[number];

/** Everything that a step may find, with the resulting state of the step; in the order of the steps. */
export const findings = {
  'version-known': { step: 'version', state: 'ok' },
  'version-safe': { step: 'version', state: 'warning' },
  'update-none': { step: 'update', state: 'ok' },
  'update-offered': { step: 'update', state: 'ok' },
  'update-begun': { step: 'update', state: 'warning' },
  'update-failed': { step: 'update', state: 'failed' },
  'policy-none': { step: 'policy', state: 'ok' },
  'policy-in-force': { step: 'policy', state: 'ok' },
  'policy-broken': { step: 'policy', state: 'failed' },
  'settings-read': { step: 'settings', state: 'ok' },
  'settings-edited': { step: 'settings', state: 'warning' },
  'settings-unreadable': { step: 'settings', state: 'failed' },
  'settings-damaged': { step: 'settings', state: 'failed' },
  'clock-right': { step: 'clock', state: 'ok' },
  'clock-wrong': { step: 'clock', state: 'failed' },
  'clock-unknown': { step: 'clock', state: 'skipped' },
  'disk-room': { step: 'disk', state: 'ok' },
  'disk-short': { step: 'disk', state: 'warning' },
  'disk-full': { step: 'disk', state: 'failed' },
  'disk-unknown': { step: 'disk', state: 'skipped' },
  'folder-private': { step: 'folder', state: 'ok' },
  'folder-missing': { step: 'folder', state: 'failed' },
  'folder-read-only': { step: 'folder', state: 'failed' },
  'folder-network': { step: 'folder', state: 'failed' },
  'folder-synced': { step: 'folder', state: 'failed' },
  'folder-open': { step: 'folder', state: 'warning' },
  'ledger-whole': { step: 'ledger', state: 'ok' },
  'ledger-none': { step: 'ledger', state: 'skipped' },
  'ledger-lost': { step: 'ledger', state: 'failed' },
  'ledger-damaged': { step: 'ledger', state: 'failed' },
  'ledger-newer': { step: 'ledger', state: 'failed' },
  'end-whole': { step: 'end', state: 'ok' },
  'end-cut': { step: 'end', state: 'failed' },
  'end-forked': { step: 'end', state: 'failed' },
  'end-unknown': { step: 'end', state: 'skipped' },
  'reports-in-time': { step: 'reports', state: 'ok' },
  'reports-late': { step: 'reports', state: 'warning' },
  'vault-open': { step: 'vault', state: 'ok' },
  'vault-none': { step: 'vault', state: 'skipped' },
  'vault-locked': { step: 'vault', state: 'warning' },
  'vault-unavailable': { step: 'vault', state: 'failed' },
  'certificate-valid': { step: 'certificate', state: 'ok' },
  'certificate-none': { step: 'certificate', state: 'warning' },
  'certificate-soon': { step: 'certificate', state: 'warning' },
  'certificate-early': { step: 'certificate', state: 'failed' },
  'certificate-over': { step: 'certificate', state: 'failed' },
  'issuing-free': { step: 'issuing', state: 'ok' },
  'issuing-unknown': { step: 'issuing', state: 'skipped' },
  'issuing-stopped': { step: 'issuing', state: 'failed' },
  'issuing-copied': { step: 'issuing', state: 'failed' },
  'issuing-key-missing': { step: 'issuing', state: 'failed' },
  'issuing-other-seller': { step: 'issuing', state: 'failed' },
  'proxy-none': { step: 'proxy', state: 'ok' },
  'proxy-lets-through': { step: 'proxy', state: 'ok' },
  'proxy-unreachable': { step: 'proxy', state: 'failed' },
  'proxy-credentials': { step: 'proxy', state: 'failed' },
  'proxy-refused': { step: 'proxy', state: 'failed' },
  'proxy-locked': { step: 'proxy', state: 'failed' },
  'proxy-training': { step: 'proxy', state: 'skipped' },
  'name-known': { step: 'name', state: 'ok' },
  'name-by-proxy': { step: 'name', state: 'skipped' },
  'name-unknown': { step: 'name', state: 'failed' },
  'name-not-tried': { step: 'name', state: 'skipped' },
  'connection-open': { step: 'connection', state: 'ok' },
  'connection-closed': { step: 'connection', state: 'failed' },
  'connection-not-tried': { step: 'connection', state: 'skipped' },
  'tls-good': { step: 'tls', state: 'ok' },
  'tls-expired': { step: 'tls', state: 'failed' },
  'tls-not-yet': { step: 'tls', state: 'failed' },
  'tls-self-signed': { step: 'tls', state: 'failed' },
  'tls-unknown-issuer': { step: 'tls', state: 'failed' },
  'tls-host': { step: 'tls', state: 'failed' },
  'tls-broken': { step: 'tls', state: 'failed' },
  'tls-not-tried': { step: 'tls', state: 'skipped' },
  'answer-came': { step: 'answer', state: 'ok' },
  'answer-none': { step: 'answer', state: 'failed' },
  'answer-not-tried': { step: 'answer', state: 'skipped' },
  'printer-reached': { step: 'printer', state: 'ok' },
  'printer-gone': { step: 'printer', state: 'failed' },
  'printer-known': { step: 'printer', state: 'ok' },
  'printer-unknown': { step: 'printer', state: 'failed' },
  'printer-not-asked': { step: 'printer', state: 'skipped' },
  'printers-none': { step: 'printers', state: 'skipped' },
  'printers-there': { step: 'printers', state: 'ok' },
  'printers-gone': { step: 'printers', state: 'failed' },
  'drawer-none': { step: 'drawer', state: 'skipped' },
  'drawer-reached': { step: 'drawer', state: 'ok' },
  'drawer-gone': { step: 'drawer', state: 'failed' },
  'drawer-at-system-printer': { step: 'drawer', state: 'failed' },
  'programs-off': { step: 'programs', state: 'skipped' },
  'programs-served': { step: 'programs', state: 'ok' },
  'programs-not-served': { step: 'programs', state: 'failed' },
  'programs-closed': { step: 'programs', state: 'skipped' },
  'programs-damaged': { step: 'programs', state: 'failed' },
  'webhooks-none': { step: 'webhooks', state: 'skipped' },
  'webhooks-taken': { step: 'webhooks', state: 'ok' },
  'webhooks-failing': { step: 'webhooks', state: 'warning' },
  'webhooks-given-up': { step: 'webhooks', state: 'warning' },
} as const satisfies Readonly<Record<string, { step: string; state: StepState }>>;
export type FindingName = keyof typeof findings;

export type DiagnosisStep = (typeof findings)[FindingName]['step'];
/** The steps of a diagnosis, in the order in which they are shown. */
export const diagnosisSteps = [...new Set(Object.values(findings).map(({ step }): DiagnosisStep => step))];

/** A step with its finding. The facts are for the text: addresses, counts and days, never secrets or buyers' data. */
export const stepResultSchema = z.object({
  step: z.enum(diagnosisSteps),
  state: z.enum(stepStates),
  finding: z.enum(Object.keys(findings) as [FindingName, ...FindingName[]]),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type StepResult = z.infer<typeof stepResultSchema>;

export const diagnosisSchema = z.object({
  at: z.iso.datetime(),
  environment: z.string(),
  steps: z.array(stepResultSchema),
  /** The rows that needed a person when a program last looked; empty if there are no records to read. */
  needs: z.array(needSchema),
});
export type Diagnosis = z.infer<typeof diagnosisSchema>;

/** Returns the result of the step to which a finding belongs. */
export function found(finding: FindingName, facts: StepResult['facts'] = {}): StepResult {
  const { step, state } = findings[finding];
  return { step, state, finding, facts };
}

/** The place to resolve a finding: a page of the settings, and a command of the command line. */
export interface Mend {
  readonly page?:
    | 'certificate'
    | 'company'
    | 'environments'
    | 'devices'
    | 'printing'
    | 'maintenance'
    | 'integrations';
  readonly command?: string;
}

const network: Mend = { page: 'environments', command: 'khatm network --data DIR --proxy ADDRESS' };
const trust: Mend = { page: 'environments', command: 'khatm network --data DIR --trust CA.pem' };
const books: Mend = { page: 'maintenance', command: 'khatm ledger check --data DIR' };

export const mends: Readonly<Partial<Record<FindingName, Mend>>> = {
  'policy-broken': { command: 'khatm policy check' },
  'ledger-lost': { command: 'khatm restore --data DIR --from BACKUP' },
  'ledger-damaged': books,
  'end-cut': { command: 'khatm restore --data DIR --from BACKUP' },
  'end-forked': { command: 'khatm restore --data DIR --from BACKUP' },
  'certificate-none': { page: 'certificate', command: 'khatm onboard --data DIR --config COMPANY.json' },
  'certificate-soon': { page: 'certificate', command: 'khatm credential renew --data DIR' },
  'certificate-over': { page: 'certificate', command: 'khatm credential renew --data DIR' },
  'reports-late': { command: 'khatm ledger export --data DIR --csv' },
  'issuing-copied': { command: 'khatm ledger adopt --data DIR --only-copy' },
  'issuing-key-missing': { page: 'certificate', command: 'khatm credential reissue --data DIR' },
  'issuing-other-seller': { page: 'company', command: 'khatm onboard --data DIR --config COMPANY.json' },
  'proxy-unreachable': network,
  'proxy-credentials': network,
  'proxy-refused': network,
  'tls-self-signed': trust,
  'tls-unknown-issuer': trust,
  'printer-gone': { page: 'devices' },
  'printer-unknown': { page: 'printing' },
  'printers-gone': { page: 'printing' },
  'drawer-gone': { page: 'devices' },
  'drawer-at-system-printer': { page: 'devices' },
  'programs-not-served': { page: 'integrations' },
  'programs-damaged': { page: 'integrations' },
  'webhooks-failing': { page: 'integrations', command: 'khatm integration webhook list --data DIR' },
  'webhooks-given-up': {
    page: 'integrations',
    command: 'khatm integration webhook deliveries --data DIR',
  },
};
