import type { Clock } from '../../platform/clock.ts';
import type { Approvals } from './approvals.ts';

export interface ApprovalsNotifierOptions {
  readonly approvals: Pick<Approvals, 'pending'>;
  readonly clock: Clock;
  /** The apps that wait for a person's answer may have changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Calls back when apps begin to wait for a person's answer and when they no longer wait, for instance because their
 * time is over.
 */
export function createApprovalsNotifier({ approvals, clock, onChange, onError }: ApprovalsNotifierOptions) {
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
