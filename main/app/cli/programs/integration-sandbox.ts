import type { SandboxView } from '../../../../shared/contract/terminal/practice.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Environment } from '../../../../shared/status.ts';
import { type Ask, manage } from '../on-terminal.ts';
import { wholeNumber } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';

/** The sandbox of training as scripts see it. It has an address only while a program keeps running. */
export interface SandboxFacts {
  readonly running: boolean;
  /** The address of the gateway; with a fixed port it is known even while no program runs. */
  readonly address?: string;
  readonly page?: string;
  /** The fixed port. */
  readonly port?: number;
}

/** Returns undefined in other environments, which have no sandbox of their own. */
export async function sandboxFacts(ask: Ask, environment: Environment): Promise<SandboxFacts | undefined> {
  if (environment !== 'training') return undefined;
  return factsOf(await ask('practice.sandbox', {}));
}

/** Describes the sandbox, which ends with this command; the next one listens on the fixed port, if any. */
function factsOf({ address, runsHere, port }: SandboxView): SandboxFacts {
  const fixed = port === undefined ? {} : { port };
  if (runsHere && port === undefined) return { running: false };
  const url = new URL(address);
  if (runsHere) url.port = String(port);
  return { running: !runsHere, address: url.href, page: `${url.origin}/`, ...fixed };
}

export function sandboxLines({ running, address, page, port }: SandboxFacts): string[] {
  return [
    `sandbox: ${running ? 'running' : 'runs with the terminal, which is closed'}${port === undefined ? ', at any free port' : `, port ${port}`}`,
    ...(address === undefined ? [] : [`sandbox address: ${address}`, `sandbox page: ${page}`]),
  ];
}

export async function integrationSandbox(options: {
  data: string;
  env?: Environment;
  manager?: string;
  port?: string;
  anyPort?: boolean;
  json?: boolean;
}): Promise<void> {
  const { port: text, anyPort, env = 'training' } = options;
  if (env !== 'training') throw new UsageError(`--env ${env}: only training has a sandbox of its own`);
  if (text !== undefined && anyPort === true) throw new UsageError('--port and --any-port: choose one');
  const fixed = text === undefined ? undefined : wholeNumber('--port', text, { least: 1_024, most: 65_535 });
  await manage({ ...options, env }, async (ask) => {
    if (fixed !== undefined) await ask('practice.setPort', { port: fixed });
    else if (anyPort === true) await ask('practice.setPort', {});
    const facts = (await sandboxFacts(ask, env)) ?? fail('not-allowed');
    if (options.json === true) console.log(JSON.stringify(facts));
    else for (const line of sandboxLines(facts)) console.log(line);
  });
}
