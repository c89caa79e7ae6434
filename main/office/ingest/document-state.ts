import type { DocumentRow, EventRow } from '../../../shared/office/wire/feed.ts';
import type { SubmissionMode, SubmissionState } from '../../../shared/status.ts';

/** The state of a document at the authority, according to its events. A call in progress leaves it waiting. */
export interface DocumentState {
  readonly state: Exclude<SubmissionState, 'sending'>;
  /** The time in milliseconds since 1970. */
  readonly acceptedAt: number | null;
  readonly mode: SubmissionMode;
  readonly dueAt: number;
}

export const firstState = ({ mode, dueAt }: Pick<DocumentRow, 'mode' | 'dueAt'>): DocumentState => ({
  state: 'waiting',
  acceptedAt: null,
  mode,
  dueAt,
});

/** Returns the state after an event. An acceptance and a rejection are final, as in the till. */
export function stateAfter(before: DocumentState, event: EventRow): DocumentState {
  if (before.state === 'accepted' || before.state === 'rejected') return before;
  switch (event.outcome) {
    case 'accepted':
      return { ...before, state: 'accepted', acceptedAt: event.at };
    case 'rejected':
      return { ...before, state: 'rejected' };
    case 'request-refused':
      return { ...before, state: event.nextAt === null ? 'parked' : 'waiting' };
    case 'clearance-off':
      return before.mode === 'reporting'
        ? { ...before, state: 'waiting' }
        : { ...before, state: 'waiting', mode: 'reporting', dueAt: event.reportBy ?? before.dueAt };
    default:
      return { ...before, state: 'waiting' };
  }
}
