import type { Clock } from '../../platform/clock.ts';
import type { Approvals } from './approvals.ts';

export interface ApprovalsTeller {
  /** An app asked, was answered, or was shut out. Never throws. */
  changed(): void;
  stop(): void;
}

export interface ApprovalsTellerOptions {
  readonly approvals: Pick<Approvals, 'pending'>;
  readonly clock: Clock;
  /** The apps that wait for a person's answer may be others now. */
  readonly tell: () => void;
  readonly onError: (error: unknown) => void;
}

/** Tells when apps begin to wait for a person's answer and when they no longer do, also because their time is over. */
export function createApprovalsTeller({
  approvals,
  clock,
  tell,
  onError,
}: ApprovalsTellerOptions): ApprovalsTeller {
  let cancel: (() => void) | undefined;

  function changed(): void {
    cancel?.();
    cancel = undefined;
    try {
      tell();
      const [eldest] = approvals.pending();
      if (eldest !== undefined) cancel = clock.after(Date.parse(eldest.expiresAt) - clock.now(), changed);
    } catch (error) {
      onError(error);
    }
  }

  return { changed, stop: () => cancel?.() };
}
