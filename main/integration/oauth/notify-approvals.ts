import type { Clock } from '../../base/platform/clock.ts';
import type { Approvals } from './approvals.ts';

/**
 * Calls back when apps begin to wait for a person's answer and when they no longer wait, for instance because their
 * time is over.
 * @param onChange called when the apps that wait for a person's answer may have changed
 */
export function createApprovalsNotifier(
  approvals: Pick<Approvals, 'pending'>,
  clock: Clock,
  onChange: () => void,
  onError: (error: unknown) => void,
) {
  let cancel: (() => void) | undefined;

  function changed(): void {
    cancel?.();
    cancel = undefined;
    try {
      onChange();
      const [eldest] = approvals.pending();
      if (eldest !== undefined) cancel = clock.after(Date.parse(eldest.expiresAt) - clock.now(), changed);
    } catch (error) {
      onError(error);
    }
  }

  return {
    /** Notes that an app asked, was answered, or lost its access. Never throws. */
    changed,
    stop: () => cancel?.(),
  };
}
