import type {
  CredentialView,
  FlowKind,
  FlowView,
  SeriesDocument,
} from '../../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../../shared/status.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import { describeCredentialFailure } from '../../../../shared/words/faults/credential-failures.ts';
import { words } from '../../../../shared/words/index.ts';

/* A credential as the command line prints it: in words. Its codes are in the JSON. */

const { states, steps, documents, flows, causes } = credentialWords.en;

/** The command that goes on with a flow. */
const goesOn: Readonly<Record<FlowKind, string>> = {
  onboarding: 'khatm onboard',
  renewal: 'khatm credential renew',
  reissue: 'khatm credential reissue',
};

/** Returns a credential in lines, each with a name and a colon before its words. */
export function credentialLines(view: CredentialView): string[] {
  const { environment, state, certificate, daysLeft, renewalDue, refusals, trial, flow } = view;
  return [
    `environment: ${environmentName(environment)}`,
    `state: ${states[state]}`,
    ...(certificate === undefined ? [] : certificateLines(certificate, daysLeft)),
    ...(renewalDue ? ['renewal: due, by khatm credential renew'] : []),
    ...(refusals.last !== undefined && refusals.inARow > 0
      ? [`refused: ${times(refusals.inARow)} one after another. ${causes[refusals.last.cause]}`]
      : []),
    ...(trial === undefined
      ? []
      : [
          `not let in yet: the new certificate with serial ${trial.certificate.serial}, tried ${times(trial.rejections)}, again from ${trial.nextAt}; give it up by khatm credential abandon`,
        ]),
    ...(flow === undefined ? [] : flowLines(flow)),
  ];
}

/** Returns its name, and where that is another, the word that `--env` takes. */
function environmentName(environment: Environment): string {
  const name = words.en.environments[environment];
  return name.toLowerCase() === environment ? name : `${name} (${environment})`;
}

function certificateLines(
  { organization, vatNumber, validTo, serial, issuer }: NonNullable<CredentialView['certificate']>,
  daysLeft: number | undefined,
): string[] {
  const named = [
    organization,
    ...(vatNumber === undefined ? [] : [`VAT number ${vatNumber}`]),
    `serial ${serial}`,
    `issued by ${issuer}`,
  ];
  return [
    `certificate: ${named.join(', ')}`,
    `valid until: ${validTo}${daysLeft === undefined ? '' : ` (${daysInWords(daysLeft)})`}`,
  ];
}

function daysInWords(daysLeft: number): string {
  if (daysLeft < 0) return `over since ${days(-daysLeft)}`;
  return daysLeft === 0 ? 'less than a day left' : `${days(daysLeft)} left`;
}

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const times = (count: number) => `${count} ${count === 1 ? 'time' : 'times'}`;

function flowLines(flow: FlowView): string[] {
  const { kind, running, needsOtp, failure } = flow;
  const step = stepLine(flow) ?? stoppedAt(flow);
  const under = `under way: ${flows[kind]}${step === undefined ? '' : `, ${step}`}`;
  if (running) return [under];
  const password = needsOtp ? ', which needs a new one-time password' : '';
  const advice = `go on: ${goesOn[kind]}${password}; or give it up by khatm credential abandon`;
  const why = failure && `stopped: ${describeCredentialFailure(failure, 'en', { needsOtp })}`;
  return [under, ...(why === undefined ? [] : [why]), advice];
}

/** Returns the step that runs, and of the test documents the one that is sent; undefined when none runs. */
export function stepLine({ steps: all, series }: FlowView): string | undefined {
  const running = all.find(({ state }) => state === 'running');
  if (running === undefined) return undefined;
  const document = series.find(({ state }) => state === 'running')?.document;
  return `${steps[running.step]}${document === undefined ? '' : `: ${documents[document]}`}`;
}

function stoppedAt({ steps: all }: FlowView): string | undefined {
  const open = all.find(({ state }) => state !== 'done');
  return open && steps[open.step];
}

export const documentName = (document: SeriesDocument): string => documents[document];
