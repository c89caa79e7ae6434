import { createHash } from 'node:crypto';
import type { AcceptedDocument, DocumentStore } from './document-store.ts';

/** The documents and conflicts that the authority knows, for comparison with a terminal's ledger. */
export function makeRecord(store: DocumentStore) {
  const documents = store.all().map(recorded);
  const refused = store.refusedLinks();
  const counters = Map.groupBy(store.counters(), ({ device }) => device);
  const devices = new Set([...counters.keys(), ...refused.map(({ device }) => device)]);
  return {
    documents,
    /** The number of documents received again after their acceptance. */
    duplicates: documents.reduce((sum, { timesReceived }) => sum + timesReceived - 1, 0),
    /** Chains by device (VAT number and serial), including devices whose documents were all rejected. */
    chains: [...devices].sort().map((device) => {
      const ownRefusals = refused.filter((each) => each.device === device);
      const icvs = (counters.get(device) ?? []).map(({ icv }) => icv);
      return {
        device,
        /** The highest known counter, including rejected documents. */
        last: icvs.at(-1) ?? 0,
        /**
         * Counters below the last that were never received; they may still come, since the order of sending is free.
         */
        gaps: gapsIn(icvs),
        /** Refused because the previous hash differs from the predecessor's, or the successor names another one. */
        forks: ownRefusals.filter(({ conflict }) => conflict !== 'counter-reused'),
        reusedCounters: ownRefusals.filter(({ conflict }) => conflict === 'counter-reused'),
      };
    }),
  };
}

export type SandboxRecord = ReturnType<typeof makeRecord>;

function recorded(document: AcceptedDocument) {
  const { uuid, device, icv, hash, interface: where, status, acceptedAt, timesReceived, xml } = document;
  const sha256 = createHash('sha256').update(xml).digest('hex');
  return { uuid, device, icv, hash, sha256, interface: where, status, acceptedAt, timesReceived };
}

/** Returns the missing counters. @param icvs ascending, from at least 1 */
function gapsIn(icvs: readonly number[]): { from: number; to: number }[] {
  return icvs.flatMap((icv, index) => {
    const before = icvs[index - 1] ?? 0;
    return icv === before + 1 ? [] : [{ from: before + 1, to: icv - 1 }];
  });
}
