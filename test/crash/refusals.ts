/*
 * Documents that the authority refuses for good. A till of ours sends it none that it would refuse, so the wire leads
 * some to the other interface: there the real authority knows the document, takes its place in the chain, and rejects
 * it by its own rules, each time it comes.
 */

export interface Refusals {
  /** Classifies a call by its path and body. */
  route(path: string, body: Buffer): string;
  /** The answer to a call to that path, wherever it went: an interface has words of its own. */
  answerAs(path: string, answer: Buffer): Buffer;
  /** Documents whose fate is that they are refused, by UUID; some of them may not have arrived yet. */
  readonly refused: ReadonlySet<string>;
  /** From now on this decides for each new document. */
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
  const known = new Set<string>();
  let decision = () => false;

  function isRefused(uuid: string): boolean {
    if (!known.has(uuid) && decision()) refused.add(uuid);
    known.add(uuid);
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
      const own = words[called];
      const foreign = words[otherInterface[called] ?? ''];
      if (own === undefined || foreign === undefined) return answer;
      const text = answer.toString('utf8');
      if (!text.includes(foreign.field)) return answer;
      return Buffer.from(text.replace(foreign.field, own.field).replace(foreign.rejected, own.rejected));
    },
    decide(refuse) {
      decision = refuse;
    },
  };
}
