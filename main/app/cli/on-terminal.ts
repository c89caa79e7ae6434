import manifest from '../../../package.json' with { type: 'json' };
import type { Answer, CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { type Failure, type FailureCode, FailureError } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { TerminalOptions } from '../terminal/options.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { environmentOfCall, refuseEnvironment } from './files.ts';
import { host } from './host.ts';
import { describeField, RefusedInput } from './refusals.ts';
import { pinOf, secretFromOutside } from './secrets-from-outside.ts';
import { UsageError } from './usage-error.ts';

/** A user who can run programs on the data folder may manage the terminal; the audit log names the command line. */
export const commandLine: Caller = {
  role: 'manager',
  name: 'command line',
  kind: 'commandLine',
};

type OpenOptions = Pick<TerminalOptions, 'folder' | 'environment' | 'passphrase' | 'updates' | 'sends'>;

/**
 * Works on the terminal of a data folder, and closes it whatever the result.
 * @param options `sends`: 'nothing' unless sending is the purpose of the command
 * @throws FailureError
 */
export async function onTerminal<T>(
  { folder, environment, passphrase, updates, sends }: OpenOptions,
  work: (terminal: Terminal) => Promise<T>,
): Promise<T> {
  const { osCipher, startKeychain } = host().terminal;
  const { version } = manifest;
  const shared = { osCipher, startKeychain, folder, version };
  const terminal = await openTerminal({ ...shared, environment, passphrase, updates, sends });
  try {
    return await work(terminal);
  } finally {
    await terminal.close();
  }
}

/** Works on a terminal as `onTerminal` does, in the named environment or in the one in which it starts. */
export async function onData<T>(
  options: { data: string; env?: Environment | undefined } & Pick<OpenOptions, 'updates' | 'sends'>,
  work: (terminal: Terminal) => Promise<T>,
): Promise<T> {
  const { data: folder, env, updates, sends = 'nothing' } = options;
  const environment = environmentOfCall(folder, env);
  const passphrase = await passphraseFor(environment);
  return onTerminal({ folder, environment, passphrase, updates, sends }, work).catch((error: unknown) =>
    refuseEnvironment(error, { data: folder, env }),
  );
}

/** Asks for a passphrase, except in training, whose vault has none. An empty answer means the keychain. */
export async function passphraseFor(environment: Environment): Promise<string | undefined> {
  const given =
    environment === 'training'
      ? process.env.KHATM_PASSPHRASE
      : await secretFromOutside(
          'KHATM_PASSPHRASE',
          'Passphrase of the vault (none: this machine’s keychain)',
        );
  return given || undefined;
}

/**
 * Returns the reason why nothing can be issued in the environment on the screen, in words; undefined if sales can be
 * issued.
 */
export async function whyUnready(terminal: Terminal): Promise<string | undefined> {
  // The status has the reason.
  await terminal.ready().catch(() => undefined);
  const { unready, credential } = await ask(terminal, 'terminal.status', {});
  const failure: Failure | undefined =
    unready ?? (credential === 'production' ? undefined : { code: 'not-onboarded' });
  return failure && describeFailure(failure, 'en');
}

/** Sends one command of the contract, and throws its failure. */
export type Ask = <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>;

/**
 * Opens a terminal whose vault must open; it need not be able to sell.
 * @param options `manager`: the person who gives the commands, whose PIN is asked for; without one, the command line
 * gives them
 * @throws FailureError `wrong-pin`, `not-allowed`, `vault-locked`, `vault-unavailable`
 */
export async function manage(
  options: { data: string; env?: Environment | undefined; manager?: string | undefined },
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const { manager } = options;
  const pin = manager === undefined ? undefined : await pinOf(manager);
  await onData({ data: options.data, env: options.env }, async (terminal) => {
    await terminal.ready().catch((error: unknown) => {
      if (error instanceof FailureError && closed.includes(error.failure.code)) throw error;
    });
    if (manager === undefined || pin === undefined) return await work((...args) => ask(terminal, ...args));
    const call: Ask = async (name, input) =>
      valueIn(await terminal.callFromScreen(name, input), name, input) as never;
    await call('people.signIn', { name: manager, pin }).catch((error: unknown) => {
      if (!(error instanceof FailureError) || error.failure.code !== 'wrong-pin') throw error;
      // The screen does not tell either which of the two is wrong.
      throw new UsageError(
        describeField('--manager', manager, 'no manager here has this name with the PIN of KHATM_PIN'),
        { cause: error },
      );
    });
    await work(call);
  });
}

/** Without the vault the managers of this terminal are unknown. */
const closed: readonly FailureCode[] = ['vault-locked', 'vault-unavailable'];

function valueIn(answer: Answer<unknown>, command: CommandName, input: unknown): unknown {
  if (!answer.ok) throw new RefusedInput(answer.failure, command, input);
  return answer.value;
}

/** Sends one command and throws its failure. */
export async function ask<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  return valueIn(await terminal.call(name, input, commandLine), name, input) as CommandOutput<N>;
}
