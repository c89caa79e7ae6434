import { isDeepStrictEqual } from 'node:util';
import { type Company, companySchema } from '../../../../shared/company.ts';
import type { CredentialView } from '../../../../shared/contract/terminal/credentials.ts';
import type { ProxyChoice } from '../../../../shared/contract/terminal/network.ts';
import { FailureError } from '../../../../shared/failure.ts';
import { isWaivableRow, type WaivableRow, waivableRows } from '../../../../shared/go-live.ts';
import type { Environment } from '../../../../shared/status.ts';
import { foldDigits } from '../../../../shared/values/arabic-digits.ts';
import { otpFault } from '../../../../shared/values/otp.ts';
import { describeCredentialFailure } from '../../../../shared/words/faults/credential-failures.ts';
import { describeGoLive, goLiveStateName } from '../../../../shared/words/go-live.ts';
import { describeIssue } from '../../../../shared/words/index.ts';
import { isKeyMissing } from '../../../sending/credential/pair-secret.ts';
import { trainingCompany } from '../../environment/credentials/training.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readInput, readJsonInput } from '../files.ts';
import { ask, onData, onTerminal, passphraseFor, whyUnready } from '../on-terminal.ts';
import { refuseOption } from '../option-values.ts';
import { type SandboxFacts, sandboxFacts, sandboxLines } from '../programs/integration-sandbox.ts';
import { pinOf, secretFromOutside } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';
import { credentialLines, documentName, stepLine } from './credential-lines.ts';

interface OnTerminal {
  readonly data: string;
  readonly env?: Environment;
  readonly json?: boolean;
}

/** `khatm onboard --example`: prints a company.json as a starting point. */
export function printExample(): void {
  console.log(JSON.stringify(trainingCompany, null, 2));
}

/**
 * `khatm onboard`: obtains a production credential, from a fresh data folder or from the step where it stopped. The
 * exit code is 0 on success; 1 if the authority refused or did not answer, and then repeating the call continues; 2 if
 * the call is wrong.
 */
export async function onboard(
  options: OnTerminal & {
    config: string;
    otp?: string | true;
    address?: string;
    trust?: string;
    proxy?: string;
    manager?: string;
    confirm?: string;
    without?: string;
  },
): Promise<void> {
  refuseOtpAsArgument(options);
  await refuseImpossibleOtp();
  const environment = options.env ?? 'training';
  const company = await readJsonInput(options.config, companySchema);
  if (environment === 'production' && options.confirm !== 'production')
    refuseOption('--confirm', options.confirm, 'production cannot be undone: say --confirm production');
  const without = rowsOf(options.without, environment);
  const pem = options.trust === undefined ? undefined : (await readInput(options.trust)).toString('utf8');
  const pin = options.manager === undefined ? undefined : await pinOf(options.manager);
  const passphrase = await passphraseFor(environment);

  await onTerminal({ folder: options.data, passphrase }, async (terminal) => {
    await terminal.ready().catch(() => undefined);
    if (options.manager !== undefined)
      await ask(terminal, 'people.save', { name: options.manager, role: 'manager', pin });
    for (const row of without) await ask(terminal, 'goLive.waive', { row, waived: true });
    const confirm = environment === 'production' ? 'production' : undefined;
    await orSayWhatIsMissing(terminal, () =>
      ask(terminal, 'environment.show', { environment, confirm, passphrase }),
    );
    if (options.proxy !== undefined)
      await ask(terminal, 'network.setProxy', { proxy: options.proxy as ProxyChoice });
    if (pem !== undefined) await ask(terminal, 'network.addAuthority', { pem });
    const before = await ask(terminal, 'credential.get', {});
    if (before.state === 'production' && before.flow === undefined) {
      await refuseOtherAddress(terminal, environment, options.address);
      await refuseOtherCompany(terminal, environment, company);
      await saveIfChanged(terminal, company);
      report(before, options.json);
      return sayWhyUnready(terminal);
    }
    if (options.address !== undefined)
      await ask(terminal, 'environment.setAddress', { environment, address: options.address });
    await ask(terminal, 'company.save', company);
    await orSayWhatIsMissing(terminal, () => run(terminal, 'onboarding', options, confirm));
    if (process.exitCode === undefined) await sayWhyUnready(terminal);
  });
}

/** A credential alone is not enough: the exit code is 1, with the reason, while nothing can be issued. */
async function sayWhyUnready(terminal: Terminal): Promise<void> {
  const why = await whyUnready(terminal);
  if (why === undefined) return;
  console.error(`khatm: nothing can be issued yet. ${why}`);
  process.exitCode = 1;
}

/** Reads `--without articles,printer`. */
function rowsOf(without: string | undefined, environment: Environment): WaivableRow[] {
  if (without === undefined) return [];
  if (environment !== 'production') return refuseOption('--without', without, 'is for production');
  return without.split(',').map((text) => {
    const row = text.trim();
    if (isWaivableRow(row)) return row;
    return refuseOption('--without', row, `only ${waivableRows.join(', ')} can be left out`);
  });
}

/** Prints what is missing before the terminal goes live, and rethrows the failure. */
async function orSayWhatIsMissing(terminal: Terminal, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'go-live-missing')
      for (const row of (await ask(terminal, 'goLive.get', {})).rows)
        console.error(`${row.id}: ${goLiveStateName(row.state, 'en')}. ${describeGoLive(row, 'en')}`);
    throw error;
  }
}

/** An address that would be ignored must not look as if it were in force. */
async function refuseOtherAddress(
  terminal: Terminal,
  environment: Environment,
  address: string | undefined,
): Promise<void> {
  if (address === undefined) return;
  try {
    await ask(terminal, 'environment.setAddress', { environment, address });
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'other-environment') throw error;
    throw new UsageError(
      `--address ${address}: this terminal has its credential from another address, which it keeps`,
      { cause: error },
    );
  }
}

/** A company that would be ignored must not look as if it were in force. */
async function refuseOtherCompany(
  terminal: Terminal,
  environment: Environment,
  given: Company,
): Promise<void> {
  const { company: kept, fixed } = await ask(terminal, 'company.get', {});
  const certificateFields = (['vatNumber', 'certificate', 'terminal'] as const).filter((field) =>
    fixed.includes(field),
  );
  const others = certificateFields.filter(
    (field) => JSON.stringify(given[field]) !== JSON.stringify(kept?.[field]),
  );
  if (others.length === 0) return;
  const sample = environment === 'training' ? '; training onboards itself, for the company of --example' : '';
  throw new UsageError(
    `--config: this terminal has its certificate for another ${others.join(', ')}, which it keeps${sample}`,
  );
}

/** Saves what a certificate does not fix, such as the printed name, and puts right what was changed outside the program. */
async function saveIfChanged(terminal: Terminal, given: Company): Promise<void> {
  const { company: kept } = await ask(terminal, 'company.get', {});
  const { unready } = await ask(terminal, 'terminal.status', {});
  if (unready?.code !== 'seller-differs' && isDeepStrictEqual(kept, given)) return;
  await ask(terminal, 'company.save', given);
}

/** `khatm credential status`: prints the credential. The exit code is 1 if it is missing, expired or refused. */
export async function credentialStatus(options: OnTerminal): Promise<void> {
  await onData({ data: options.data, env: options.env }, async (terminal) => {
    await terminal.ready();
    const view = await ask(terminal, 'credential.get', {});
    const sandbox = await sandboxFacts((...args) => ask(terminal, ...args), view.environment);
    report({ ...view, sandbox }, options.json);
    if (view.state !== 'production' || (view.daysLeft ?? 0) < 0 || view.refusals.inARow > 0)
      process.exitCode = 1;
  });
}

/** `khatm credential renew` and `reissue`: the exit codes are those of `onboard`. */
export async function replaceCredential(
  kind: 'renewal' | 'reissue',
  options: OnTerminal & { otp?: string | true },
): Promise<void> {
  refuseOtpAsArgument(options);
  await refuseImpossibleOtp();
  await onData({ data: options.data, env: options.env, sends: 'all' }, async (terminal) => {
    await terminal.ready().catch((error: unknown) => {
      // A re-issue makes another key in place of one that stayed on a former machine.
      if (kind === 'renewal' || !isKeyMissing(error)) throw error;
    });
    await run(terminal, kind, options, undefined);
    if (process.exitCode === undefined) await sayWhyUnready(terminal);
  });
}

/**
 * `khatm credential abandon`: gives up a renewal or a re-issue that cannot go on, or a new certificate that is on trial.
 * The exit code is 2 if there is none.
 */
export async function abandonCredential(options: OnTerminal): Promise<void> {
  await onData({ data: options.data, env: options.env }, async (terminal) => {
    // The terminal may be unready because of what is given up.
    await terminal.ready().catch(() => undefined);
    const { flow, trial } = await ask(terminal, 'credential.get', {});
    if (flow === undefined && trial === undefined)
      throw new UsageError('nothing is under way that could be given up');
    report(await ask(terminal, 'credential.abandon', {}), options.json);
  });
}

async function run(
  terminal: Terminal,
  kind: 'onboarding' | 'renewal' | 'reissue',
  { json }: { json?: boolean },
  confirm: 'production' | undefined,
): Promise<void> {
  const stop = terminal.onEvent((event) => {
    if (event.type !== 'credential' || event.credential.flow === undefined) return;
    const step = stepLine(event.credential.flow);
    if (step !== undefined) console.error(step);
  });
  try {
    const { flow } = await ask(terminal, 'credential.get', {});
    if (flow !== undefined && flow.kind !== kind) throw new UsageError(otherOpen[flow.kind]);
    const view =
      flow !== undefined && !flow.needsOtp
        ? await ask(terminal, 'credential.continue', {})
        : await ask(terminal, 'credential.begin', { kind, otp: await neededOtp(), confirm });
    const failure = view.flow?.failure;
    if (failure === undefined) return report(view, json);
    process.exitCode = 1;
    if (json === true) console.log(JSON.stringify(view));
    console.error(
      `khatm: ${describeCredentialFailure(failure, 'en', { needsOtp: view.flow?.needsOtp ?? false })}`,
    );
    for (const { document, state, messages } of view.flow?.series ?? [])
      if (state === 'failed')
        for (const { code, message } of messages)
          console.error(`  ${documentName(document)}: ${[code, message].filter(Boolean).join(' ')}`);
  } finally {
    stop();
  }
}

/** A caller who asks for one flow must not continue another. */
const otherOpen = {
  onboarding: 'the onboarding of this terminal has not come to its end: go on with it by `khatm onboard`',
  renewal:
    'a renewal is open: go on with it by `khatm credential renew`, or give it up by `khatm credential abandon`',
  reissue:
    'a re-issue is open: go on with it by `khatm credential reissue`, or give it up by `khatm credential abandon`',
} as const;

/** The password is requested just before its use: it expires after an hour. @throws UsageError for what cannot be one */
async function oneTimePassword(ask?: typeof nobodyAsked): Promise<string | undefined> {
  const given = await secretFromOutside('KHATM_OTP', 'One-time password from the authority’s portal', ask);
  const otp = given && foldDigits(given);
  const fault = otp ? otpFault(otp) : undefined;
  if (fault === undefined) return otp || undefined;
  // Its own characters are a secret.
  throw new UsageError(
    `KHATM_OTP: the one-time password: ${describeIssue({ path: ['otp'], ...fault }, 'en')}`,
  );
}

/** Refuses a password that cannot be one before anything is written. */
const refuseImpossibleOtp = () => oneTimePassword(nobodyAsked);
const nobodyAsked = async (_question: string): Promise<string | undefined> => undefined;

async function neededOtp(): Promise<string> {
  const otp = await oneTimePassword();
  if (otp !== undefined) return otp;
  throw new UsageError(
    'the one-time password is needed: in KHATM_OTP, in a file that KHATM_OTP_FILE names, or typed at a terminal',
  );
}

function refuseOtpAsArgument({ otp }: { otp?: string | true }): void {
  if (otp !== undefined)
    throw new UsageError(
      '--otp: other users of this machine can read arguments; give it in KHATM_OTP, in a file that KHATM_OTP_FILE names, or at the prompt',
    );
}

function report(
  view: CredentialView & { sandbox?: SandboxFacts | undefined },
  json: boolean | undefined,
): void {
  if (json === true) console.log(JSON.stringify(view));
  else
    for (const line of [
      ...credentialLines(view),
      ...(view.sandbox === undefined ? [] : sandboxLines(view.sandbox)),
    ])
      console.log(line);
}
