import path from 'node:path';
import { isLocked, type ProcessLock, takeLock } from '../../books/ledger/queue/process-lock.ts';

/**
 * Lets one process of a data folder at a time work on a flow; it ends with the process, even if that is killed.
 * @param folder of the environment
 */
export function createFlowLock(folder: string) {
  const file = path.join(folder, 'flow.lock');
  let held: ProcessLock | undefined;
  const close = () => {
    held?.release();
    held = undefined;
  };
  return {
    /** Returns undefined while any process works on a flow. @throws FailureError `folder-unusable`, `disk-full` */
    take(): ProcessLock | undefined {
      const taken = takeLock(file);
      if (taken === undefined) return undefined;
      held = taken;
      return { release: close };
    },
    isTaken: (): boolean => held !== undefined || isLocked(file),
    /** Ends a lock that is held here: the call to the authority that a flow waits for may never be answered. */
    close,
  };
}

export type FlowLock = ReturnType<typeof createFlowLock>;
