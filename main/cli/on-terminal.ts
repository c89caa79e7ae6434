import manifest from '../../package.json' with { type: 'json' };
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { FailureError } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import type { Caller } from '../platform/dispatch.ts';
import { environmentOf } from '../terminal/active-environment.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import type { TerminalUpdatesOptions } from '../terminal/updates-options.ts';
import { host } from './host.ts';
import { secretFromOutside } from './secrets-from-outside.ts';

/** A user who can run programs on the data folder may manage the terminal; the audit log names the command line. */
const commandLine: Caller = {
  role: 'manager',
  name: 'command line',
  kind: 'commandLine',
};

/** Opens the terminal of a data folder in the named environment or the one it starts in. @throws FailureError */
export async function openData(options: {
  data: string;
  env?: Environment | undefined;
  updates?: TerminalUpdatesOptions;
}): Promise<Terminal> {
  const environment = environmentOf(options.data, options.env);
  return openTerminal({
    ...host().terminal,
    folder: options.data,
    version: manifest.version,
    environment,
    passphrase: await passphraseFor(environment),
    updates: options.updates,
  });
}

/** Asks for a passphrase only if it may be needed: training's vault has none. Empty: use the machine's keychain. */
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

/** Sends one command and throws its failure. */
export async function ask<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, commandLine);
  if (!result.ok) throw new FailureError(result.failure);
  return result.value as CommandOutput<N>;
}
