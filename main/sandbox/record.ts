import { createHash } from 'node:crypto';
import type { AcceptedDocument, DocumentStore, RefusedLink } from './document-store.ts';

/** All that the authority holds and found, for whoever wants to compare it with a terminal's ledger. */
export interface SandboxRecord {
  /** Accepted documents in the order of acceptance. */
  readonly documents: readonly RecordedDocument[];
  /** How often a document came again after it had been accepted. */
  readonly duplicates: number;
  /** By device; also of those whose documents were all rejected. */
  readonly chains: readonly ChainRecord[];
}

export interface RecordedDocument
  extends Pick<
    AcceptedDocument,
    'uuid' | 'device' | 'icv' | 'hash' | 'interface' | 'status' | 'acceptedAt' | 'timesReceived'
  > {
  /** Of the bytes as they came, in hexadecimal digits. */
  readonly sha256: string;
}

export interface ChainRecord {
  /** VAT number and serial. */
  readonly device: string;
  /** The highest counter known, also by a rejected document. */
  readonly last: number;
  /** Counters below the last that never came, as ranges; the order of sending is free, so they may still be on their way. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Refused documents whose previous hash is not their predecessor's, or whose successor names another one. */
  readonly forks: readonly RefusedLink[];
  /** Refused documents with the counter of another one. */
  readonly reusedCounters: readonly RefusedLink[];
}

export function makeRecord(store: DocumentStore): SandboxRecord {
  const documents = store.all().map(recorded);
  const refused = store.refusedLinks();
  const counters = Map.groupBy(store.counters(), ({ device }) => device);
  const devices = new Set([...counters.keys(), ...refused.map(({ device }) => device)]);
  return {
    documents,
    duplicates: documents.reduce((sum, { timesReceived }) => sum + timesReceived - 1, 0),
    chains: [...devices].sort().map((device) => {
      const own = refused.filter((each) => each.device === device);
      const icvs = (counters.get(device) ?? []).map(({ icv }) => icv);
      return {
        device,
        last: icvs.at(-1) ?? 0,
        gaps: gapsIn(icvs),
        forks: own.filter(({ conflict }) => conflict !== 'counter-reused'),
        reusedCounters: own.filter(({ conflict }) => conflict === 'counter-reused'),
      };
    }),
  };
}

function recorded(document: AcceptedDocument): RecordedDocument {
  const { uuid, device, icv, hash, interface: where, status, acceptedAt, timesReceived, xml } = document;
  const sha256 = createHash('sha256').update(xml).digest('hex');
  return { uuid, device, icv, hash, sha256, interface: where, status, acceptedAt, timesReceived };
}

/** @param icvs ascending, from 1 at the least */
function gapsIn(icvs: readonly number[]): { from: number; to: number }[] {
  return icvs.flatMap((icv, index) => {
    const before = icvs[index - 1] ?? 0;
    return icv === before + 1 ? [] : [{ from: before + 1, to: icv - 1 }];
  });
}
