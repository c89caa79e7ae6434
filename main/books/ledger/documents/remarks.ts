import type { AuthorityMessage } from '../../../../shared/status.ts';
import type { Database } from '../database/database.ts';

/** The accepted documents that are looked at, and the newest submissions among which they are sought. */
const lookedAt = 50;
const soughtIn = 200;
/** The newest documents whose remarks are read, and the different remarks that an alarm names. */
const read = 10;
const named = 3;

/** The authority's remarks on the documents that it accepted lately. */
export interface RecentRemarks {
  /** The documents with a remark, of so many that were looked at. */
  readonly count: number;
  readonly of: number;
  /** The number of the newest of them. */
  readonly number: string;
  /** Different remarks by their codes, newest first. */
  readonly messages: readonly AuthorityMessage[];
}

/** @param messagesOf returns the authority's messages on a document */
export function createRecentRemarks(database: Database, messagesOf: (icv: number) => AuthorityMessage[]) {
  const accepted = database.prepare<[], { icv: number; warnings: number }>(
    `SELECT icv, warnings FROM (SELECT icv, state, warnings FROM submission ORDER BY icv DESC LIMIT ${soughtIn})
     WHERE state = 'accepted' ORDER BY icv DESC LIMIT ${lookedAt}`,
  );
  const numberOf = database.prepare<[number], string>('SELECT number FROM document WHERE icv = ?').pluck();
  /** Returns the remarks on the newest accepted documents; undefined if there are none. */
  return (): RecentRemarks | undefined => {
    const latest = accepted.all();
    const remarked = latest.filter(({ warnings }) => warnings > 0);
    const [newest] = remarked;
    if (newest === undefined) return undefined;
    const all = remarked.slice(0, read).flatMap(({ icv }) => messagesOf(icv));
    const different = new Map(all.map((message) => [message.code ?? message.message, message]));
    return {
      count: remarked.length,
      of: latest.length,
      number: numberOf.get(newest.icv) ?? '',
      messages: [...different.values()].slice(0, named),
    };
  };
}
