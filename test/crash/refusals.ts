/*
 * Documents that the authority permanently refuses. A till never sends such documents, so the wire redirects some to
 * the other interface. There the real authority records the document in the chain, and rejects it by its own rules
 * every time.
 */

export interface Refusals {
  /** Returns the path for a call, which leads a refused document to the other interface. */
  route(path: string, body: Buffer): string;
  /** Rewrites the other interface's answer to use the field names that the caller expects. */
  answerAs(path: string, answer: Buffer): Buffer;
  /** The UUIDs of the documents chosen for refusal; some of them may not have arrived yet. */
  readonly refused: ReadonlySet<string>;
  /** Sets the function that decides about each new document from now on. */
  decide(refuse: () => boolean): void;
}

const submission = /\/invoices\/(reporting|clearance)\/single$/;
const otherInterface: Readonly<Record<string, string>> = { reporting: 'clearance', clearance: 'reporting' };
const words: Readonly<Record<string, { readonly field: string; readonly rejected: string }>> = {
  reporting: { field: '"reportingStatus"', rejected: '"NOT_REPORTED"' },
  clearance: { field: '"clearanceStatus"', rejected: '"NOT_CLEARED"' },
};

export function createRefusals(): Refusals {
  const refused = new Set<string>();
  const seen = new Set<string>();
  let decision = () => false;

  function isRefused(uuid: string): boolean {
    if (!seen.has(uuid) && decision()) refused.add(uuid);
    seen.add(uuid);
    return refused.has(uuid);
  }

  return {
    refused,
    route(path, body) {
      const [, called = ''] = submission.exec(path) ?? [];
      const other = otherInterface[called];
      if (other === undefined) return path;
      const { uuid } = JSON.parse(body.toString('utf8'));
      return isRefused(uuid) ? path.replace(called, other) : path;
    },
    answerAs(path, answer) {
      const [, called = ''] = submission.exec(path) ?? [];
      const ownWords = words[called];
      const foreign = words[otherInterface[called] ?? ''];
      if (ownWords === undefined || foreign === undefined) return answer;
      const text = answer.toString('utf8');
      if (!text.includes(foreign.field)) return answer;
      return Buffer.from(
        text.replace(foreign.field, ownWords.field).replace(foreign.rejected, ownWords.rejected),
      );
    },
    decide(refuse) {
      decision = refuse;
    },
  };
}
