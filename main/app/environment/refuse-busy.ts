import { fail } from '../../../shared/failure.ts';
import type { OpenEnvironment } from './environment.ts';

/**
 * Refuses to close an environment while that would interrupt the work of another program, or a flow of this one.
 * @throws FailureError `terminal-busy`, `flow-running`
 */
export function refuseBusy({
  isLeader,
  credentials,
}: Pick<OpenEnvironment, 'isLeader' | 'credentials'>): void {
  if (!isLeader) fail('terminal-busy');
  if (credentials.flow.view()?.running) fail('flow-running');
}
