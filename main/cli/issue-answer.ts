import type { AuthorityAnswer } from '../../shared/contract/invoices.ts';
import type { AuthorityMessage, SubmissionState } from '../../shared/status.ts';
import { connectionFaultWords } from '../../shared/words/connection-faults.ts';
import { describeOutcome, words } from '../../shared/words/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { ask } from './on-terminal.ts';

/** What became of one document that was sent. */
export interface Came {
  readonly state: SubmissionState;
  /** The authority refused it, or refused the terminal. No answer is no refusal: the document goes later. */
  readonly isNo: boolean;
  /** What the last answer meant; undefined where nothing was heard. */
  readonly outcome: string | undefined;
  /** Of a document that is not accepted: what the authority said, read and word for word. */
  /** Why there was no connection, in words. */
  readonly fault?: string | undefined;
  readonly said?: {
    readonly reasons: readonly AuthorityMessage[];
    readonly authorityAnswer?: AuthorityAnswer;
  };
}

const refusals: readonly (string | undefined)[] = ['rejected', 'request-refused', 'credential-refused'];

export async function whatCame(terminal: Terminal, uuid: string): Promise<Came> {
  const { state, timeline } = await ask(terminal, 'invoice.get', { uuid });
  const last = timeline.findLast(({ outcome }) => outcome !== undefined);
  if (state === 'accepted') return { state, isNo: false, outcome: last?.outcome };
  if (last === undefined) return heldBack(terminal, state);
  const [authorityAnswer] = (await ask(terminal, 'invoice.answers', { uuid })).answers;
  // An older answer says nothing of a call that had none.
  const isOfLast = last.httpStatus !== undefined && authorityAnswer !== undefined;
  return {
    state,
    isNo: state === 'rejected' || state === 'parked' || refusals.includes(last.outcome),
    outcome: last.outcome,
    fault: last.fault && connectionFaultWords.en[last.fault],
    said: { reasons: last.messages, ...(isOfLast && { authorityAnswer }) },
  };
}

/** It never went: another document's call found that the terminal itself is refused, or it could not be made at all. */
async function heldBack(terminal: Terminal, state: SubmissionState): Promise<Came> {
  const { connection } = await ask(terminal, 'terminal.status', {});
  if (connection !== 'refused') return { state, isNo: state === 'parked', outcome: undefined };
  const { last } = (await ask(terminal, 'credential.get', {})).refusals;
  const { code, message } = last ?? {};
  return { state, isNo: true, outcome: 'credential-refused', said: { reasons: [{ code, message }] } };
}

/** Why a document is not accepted, for a person: one line, and one for each thing that the authority said. */
export function linesOf(number: string, { state, outcome, fault, said }: Came): string[] {
  if (said === undefined) return [];
  const meant = outcome === undefined ? '' : `: ${fault ?? describeOutcome(outcome, 'en')}`;
  const { reasons, authorityAnswer } = said;
  const answered = authorityAnswer && `  HTTP ${authorityAnswer.httpStatus} ${oneLine(authorityAnswer.body)}`;
  const lines = reasons.map(({ code, message }) => `  ${[code, message].filter(Boolean).join(' ')}`);
  return [
    `khatm: ${number} ${words.en.states[state]}${meant}`,
    // Where nothing in it can be read as a reason, the answer itself is the reason.
    ...(lines.length > 0 ? lines : [answered].filter((line) => line !== undefined)),
  ];
}

/** Control characters of an answer must not move a person's cursor. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
