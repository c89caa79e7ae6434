import type { AuthorityAnswer } from '../../../../shared/contract/till/invoices.ts';
import type { AuthorityMessage, SubmissionState } from '../../../../shared/status.ts';
import { connectionFaultWords } from '../../../../shared/words/faults/connection-faults.ts';
import { describeOutcome, words } from '../../../../shared/words/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { ask } from '../on-terminal.ts';

export interface SendingResult {
  readonly state: SubmissionState;
  /** True when the authority or the terminal refused it. A missing answer is no refusal: it is sent later. */
  readonly isNo: boolean;
  /** The meaning of the last answer; undefined when there was none. */
  readonly outcome: string | undefined;
  /** The authority's remarks on a document that it accepted; absent if it has none. */
  readonly remarks?: readonly AuthorityMessage[];
  /** The reason for a failed connection, in words. */
  readonly fault?: string | undefined;
  /** The authority's answer to a document that it does not accept, parsed and as it was received. */
  readonly reply?: {
    readonly reasons: readonly AuthorityMessage[];
    readonly authorityAnswer?: AuthorityAnswer;
  };
}

const refusals: readonly (string | undefined)[] = ['rejected', 'request-refused', 'credential-refused'];

export async function sendingResult(terminal: Terminal, uuid: string): Promise<SendingResult> {
  const { state, timeline } = await ask(terminal, 'invoice.get', { uuid });
  const last = timeline.findLast(({ outcome }) => outcome !== undefined);
  if (state === 'accepted') {
    const remarks = last?.messages ?? [];
    return { state, isNo: false, outcome: last?.outcome, ...(remarks.length > 0 && { remarks }) };
  }
  if (last === undefined) return heldBack(terminal, state);
  const [authorityAnswer] = (await ask(terminal, 'invoice.answers', { uuid })).answers;
  // An earlier answer does not explain why a later call got none.
  const isOfLast = last.httpStatus !== undefined && authorityAnswer !== undefined;
  return {
    state,
    isNo: state === 'rejected' || state === 'parked' || refusals.includes(last.outcome),
    outcome: last.outcome,
    fault: last.fault && connectionFaultWords.en[last.fault],
    reply: { reasons: last.messages, ...(isOfLast && { authorityAnswer }) },
  };
}

/** Returns true when a document was not sent, because the terminal itself is refused, or no call was possible. */
async function heldBack(terminal: Terminal, state: SubmissionState): Promise<SendingResult> {
  const { connection } = await ask(terminal, 'terminal.status', {});
  if (connection !== 'refused') return { state, isNo: state === 'parked', outcome: undefined };
  const { last } = (await ask(terminal, 'credential.get', {})).refusals;
  const { code, message } = last ?? {};
  return { state, isNo: true, outcome: 'credential-refused', reply: { reasons: [{ code, message }] } };
}

/** Explains why a document is not accepted, or with which remarks: one line, and another for each message. */
export function linesOf(number: string, { state, outcome, fault, reply, remarks }: SendingResult): string[] {
  if (remarks !== undefined)
    return [`khatm: ${number} ${words.en.states[state]}, with remarks:`, ...remarks.map(lineOf)];
  if (reply === undefined) return [];
  const meant = outcome === undefined ? '' : `: ${fault ?? describeOutcome(outcome, 'en')}`;
  const { reasons, authorityAnswer } = reply;
  const answered = authorityAnswer && `  HTTP ${authorityAnswer.httpStatus} ${oneLine(authorityAnswer.body)}`;
  const lines = reasons.map(lineOf);
  return [
    `khatm: ${number} ${words.en.states[state]}${meant}`,
    // If no reason can be read from the answer, the whole answer is shown.
    ...(lines.length > 0 ? lines : [answered].filter((line) => line !== undefined)),
  ];
}

const lineOf = ({ code, message = '' }: AuthorityMessage) =>
  `  ${[code, oneLine(message)].filter(Boolean).join(' ')}`;

/** Removes control characters of an answer, which could move the cursor. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
