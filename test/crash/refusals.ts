/*
 * Documents that the authority refuses for good. A till of ours sends it none that it would refuse, so the wire leads
 * some to the other interface: there the real authority knows the document, takes its place in the chain, and rejects
 * it by its own rules, each time it comes.
 */

export interface Refusals {
  /** Where a call goes, by its path and body. */
  route(path: string, body: Buffer): string;
  /** Documents whose fate is that they are refused, by UUID; some of them may not have arrived yet. */
  readonly refused: ReadonlySet<string>;
  /** From now on it is decided so for each new document. */
  decide(refuse: () => boolean): void;
}

const submission = /\/invoices\/(reporting|clearance)\/single$/;
const otherInterface: Readonly<Record<string, string>> = { reporting: 'clearance', clearance: 'reporting' };

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
    decide(refuse) {
      decision = refuse;
    },
  };
}
