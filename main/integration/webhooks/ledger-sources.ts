import type { DocumentChain } from '../../ledger/document-chain.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { SettledDocument } from '../../ledger/outcome-feed.ts';
import type { Occurrence, OccurrenceSource } from './occurrence.ts';

/**
 * The events in the ledger's rows: documents issued and submissions that came to an end. The ledger's id is part of
 * each name, since another ledger's counters say nothing of this one's.
 */
export function ledgerSources(
  ledger: Pick<Ledger, 'id' | 'feed'> & { readonly chain: Pick<DocumentChain, 'head'> },
): OccurrenceSource[] {
  const settledName = `settled:${ledger.id}`;
  const issuedName = `issued:${ledger.id}`;
  return [
    {
      name: settledName,
      end: () => ledger.feed.lastEventId(),
      after(position) {
        const { settled, through } = ledger.feed.settledAfter(position);
        return { through, occurrences: settled.map((document) => settledOccurrence(settledName, document)) };
      },
    },
    {
      name: issuedName,
      end: () => ledger.chain.head()?.icv ?? 0,
      after(position) {
        const occurrences = ledger.feed.issuedAfter(position).map(
          ({ icv, uuid, number, at }): Occurrence => ({
            kind: 'issued',
            source: `${issuedName}:${icv}`,
            at,
            data: { invoiceId: number, invoiceUuid: uuid },
          }),
        );
        return { occurrences, through: position + occurrences.length };
      },
    },
  ];
}

/** Named by its document, which has but one end: in a ledger that was restored, that end may be another event. */
function settledOccurrence(source: string, document: SettledDocument): Occurrence {
  const { uuid, number, outcome, mode, status, at } = document;
  const kind = outcome === 'rejected' ? 'rejected' : mode === 'clearance' ? 'cleared' : 'reported';
  return {
    kind,
    source: `${source}:${uuid}`,
    at,
    data: {
      invoiceId: number,
      invoiceUuid: uuid,
      // An answer may settle a document without its word, a duplicate's for instance.
      status,
      ...(kind === 'cleared' && { clearedAt: new Date(at).toISOString() }),
    },
  };
}
