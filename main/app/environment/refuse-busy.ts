import { fail } from '../../../shared/failure.ts';
import type { OpenEnvironment } from './environment.ts';

/** Refuses to close an environment while a flow runs, in whichever program. @throws FailureError `flow-running` */
export function refuseFlow({ credentials }: Pick<OpenEnvironment, 'credentials'>): void {
  if (credentials.flow.view()?.running) fail('flow-running');
}

/**
 * Refuses to close an environment while that would interrupt the work of another program, or a flow.
 * @throws FailureError `terminal-busy`, `flow-running`
 */
export function refuseBusy(open: Pick<OpenEnvironment, 'isLeader' | 'credentials'>): void {
  if (!open.isLeader) fail('terminal-busy');
  refuseFlow(open);
}
