import { sandboxAddress, sandboxPort } from '../../../shared/stored/settings/environment.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/start-sandbox.ts';

/*
 * The address of the training sandbox. Each program on a folder runs a sandbox of its own over the same file. The
 * leading program's sandbox has the configured port, and its address is published for other programs.
 */

type Kept = Pick<Ledger, 'settings'>;

/** Starts the training sandbox at the configured port, or at any free one if another program uses that. */
export async function startOwnSandbox(
  { settings }: Kept,
  isLeader: boolean,
  { file, clock, faults }: Omit<SandboxOptions, 'port'>,
): Promise<Sandbox> {
  // This module is loaded only in training.
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts');
  const port = isLeader ? settings.read(sandboxPort) : undefined;
  const anywhere = { file, clock, faults };
  if (port === undefined || port === null) return startSandbox(anywhere);
  try {
    return await startSandbox({ file, clock, faults, port });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return startSandbox(anywhere);
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code));

/** The address under which people and programs find the training sandbox. */
export function createSandboxAddress(
  { settings }: Kept,
  sandbox: Pick<Sandbox, 'address'>,
  isLeader: () => boolean,
) {
  return {
    view() {
      const runsHere = isLeader();
      const address = runsHere ? sandbox.address : (settings.read(sandboxAddress) ?? sandbox.address);
      const port = settings.read(sandboxPort) ?? undefined;
      return { address, page: `${new URL(address).origin}/`, runsHere, ...(port !== undefined && { port }) };
    },
    /** Sets the port from the next start on; undefined means any free port. */
    setPort: (port: number | undefined) => settings.write(sandboxPort, port ?? null),
    /** Publishes this sandbox for the other programs on the folder. Called when this process leads. */
    start: () => settings.write(sandboxAddress, sandbox.address),
  };
}
