import { fail } from '../../../shared/failure.ts';
import type { OpenEnvironment } from './environment.ts';

/** Refuses to close while that would interrupt others. @throws FailureError `terminal-busy`, `flow-running` */
export function refuseBusy({
  isLeader,
  credentials,
}: Pick<OpenEnvironment, 'isLeader' | 'credentials'>): void {
  if (!isLeader) fail('terminal-busy');
  if (credentials.flow.view()?.running) fail('flow-running');
}
