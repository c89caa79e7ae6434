import { once } from 'node:events';
import { FailureError } from '../../shared/failure.ts';
import { systemClock } from '../clock.ts';
import { type Fault, parseFault } from '../sandbox/faults.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { UsageError } from './usage-error.ts';

/** `khatm sandbox`: prints the base address and a one-time password, and runs until it is interrupted. */
export async function runSandbox(options: { port: string; data?: string; fault?: string[] }): Promise<void> {
  if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65535)
    throw new UsageError(`--port ${options.port}: must be a number from 0 to 65535`);
  const faults = (options.fault ?? []).map(readFault);
  const sandbox = await startSandbox({
    port: Number(options.port),
    clock: systemClock,
    faults,
    ...(options.data !== undefined && { file: options.data }),
  });
  console.log('This is a sandbox, not the tax authority.');
  console.log(`address: ${sandbox.address}`);
  console.log(`one-time password: ${sandbox.makeOtp()}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await sandbox.close();
}

function readFault(text: string): Fault {
  try {
    return parseFault(text);
  } catch (error) {
    if (error instanceof FailureError)
      throw new UsageError(`--fault ${text}: ${error.failure.issues?.[0]?.message ?? 'unknown'}`);
    throw error;
  }
}
