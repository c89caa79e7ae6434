import { createHash } from 'node:crypto';
import type { AcceptedDocument, DocumentStore, RefusedLink } from './document-store.ts';

/** The documents and conflicts that the authority knows, for comparison with a terminal's ledger. */
export interface SandboxRecord {
  readonly documents: readonly RecordedDocument[];
  /** The number of documents received again after their acceptance. */
  readonly duplicates: number;
  /** Chains by device, including devices whose documents were all rejected. */
  readonly chains: readonly ChainRecord[];
}

export interface RecordedDocument
  extends Pick<
    AcceptedDocument,
    'uuid' | 'device' | 'icv' | 'hash' | 'interface' | 'status' | 'acceptedAt' | 'timesReceived'
  > {
  /** SHA-256 of the received bytes, in hexadecimal digits. */
  readonly sha256: string;
}

export interface ChainRecord {
  /** The VAT number and serial of the device. */
  readonly device: string;
  /** The highest known counter, including rejected documents. */
  readonly last: number;
  /**
   * Counters below the last that were never received, as ranges; they may still be on their way, since the order of
   * sending is free.
   */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Refused documents whose previous hash differs from their predecessor's, or whose successor names another one. */
  readonly forks: readonly RefusedLink[];
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

/** Returns the missing counters. @param icvs ascending, from at least 1 */
function gapsIn(icvs: readonly number[]): { from: number; to: number }[] {
  return icvs.flatMap((icv, index) => {
    const before = icvs[index - 1] ?? 0;
    return icv === before + 1 ? [] : [{ from: before + 1, to: icv - 1 }];
  });
}
