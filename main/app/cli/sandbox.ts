import { type Command, Option } from 'commander';
import { FailureError } from '../../../shared/failure.ts';
import { systemClock } from '../../base/platform/clock.ts';
import { type PlayedEnvironment, playedEnvironments } from '../../sandbox/environments.ts';
import { directivesInWords } from '../../sandbox/faults/directive-help.ts';
import { type Fault, parseFault } from '../../sandbox/faults/faults.ts';
import { host } from './host.ts';
import { refuseOption, wholeNumber } from './option-values.ts';

export interface SandboxOptions {
  readonly port: string;
  readonly data?: string | undefined;
  readonly plays?: PlayedEnvironment | undefined;
  readonly fault?: readonly string[] | undefined;
}

const explanation = `
It plays the authority over real HTTP on this machine, with real certificates and real checks, and is not the
authority. It prints its address and a first one-time password; its page gives more of them, shows what it received and
takes orders while it runs. Without orders:

  A one-time password has six digits and serves one certificate within an hour. Playing the developer portal, any
  password serves but 111111 and 222222, certificates do not match the key, and no compliance series is needed.
  A pair that another environment's sandbox issued is refused with 401, and a certificate request with another
  environment's template with NOT_COMPLIANT.
  A new onboarding of a known device (VAT number and serial) keeps its chain and ends its older pairs; after a renewal
  the older pairs serve until their certificates end. Documents stamped with an older key are accepted under the new
  pair.
  In training, a sandbox whose file was lost believes the certificates of its former life, so that a terminal goes on.

`;

/** Adds `khatm sandbox`, with all directives in its help. The sandbox itself is loaded only when it runs. */
export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description('run the embedded authority by itself, until interrupted')
    .option('--port <n>', 'on 127.0.0.1; 0 for any free one', '0')
    .option('--data <file>', 'keep its memory in this SQLite file (default: none)')
    .addOption(
      new Option('--plays <environment>', 'the environment of the authority it plays')
        .choices(playedEnvironments)
        .default('training'),
    )
    .option('--fault <order...>', 'make it misbehave from the start, see below')
    .addHelpText('after', () => explanation + directivesInWords())
    .action(runSandbox);
}

/** Prints the base address, the page's address and a one-time password, and runs until it is interrupted. */
export async function runSandbox(options: SandboxOptions): Promise<void> {
  const port = wholeNumber('--port', options.port, { least: 0, most: 65_535 });
  const faults = (options.fault ?? []).map(readFault);
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts');
  const sandbox = await startSandbox({
    port,
    clock: systemClock,
    faults,
    plays: options.plays,
    file: options.data,
  });
  console.log('This is a sandbox, not the tax authority.');
  console.log(`address: ${sandbox.address}`);
  console.log(`page: ${new URL(sandbox.address).origin}/`);
  console.log(`one-time password: ${sandbox.makeOtp()}`);
  await host().stopped();
  await sandbox.close();
}

function readFault(text: string): Fault {
  try {
    return parseFault(text);
  } catch (error) {
    if (error instanceof FailureError)
      return refuseOption('--fault', text, error.failure.issues?.[0]?.message ?? 'unknown', error);
    throw error;
  }
}
