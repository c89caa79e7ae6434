import type { EventData, InvoiceEventData } from '../../../shared/contract/programs/webhook-events.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { DocumentChain } from '../../books/ledger/chain/document-chain.ts';
import type { Documents } from '../../books/ledger/documents/documents.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { ParkedDocument, SettledDocument } from '../../books/ledger/queue/outcome-feed.ts';
import type { Occurrence, OccurrenceSource } from './occurrence.ts';

type Source = Pick<Ledger, 'id' | 'environment' | 'feed'> & {
  readonly chain: Pick<DocumentChain, 'head'>;
  readonly documents: Pick<Documents, 'get' | 'origin'>;
};

/**
 * The events in the ledger's rows: documents that were issued, and submissions that ended or stopped. The ledger's id
 * is part of each name, since the counters of another ledger are unrelated.
 */
export function ledgerSources(ledger: Source): OccurrenceSource[] {
  const { feed } = ledger;
  const named = (what: string) => `${what}:${ledger.id}`;
  return [
    {
      name: named('settled'),
      end: () => feed.lastEventId(),
      after(position) {
        const { settled, through } = feed.settledAfter(position);
        const parked = feed.parkedAfter(position);
        const told = [
          ...settled.map((each) => ({
            ...settledOccurrence(named('settled'), each, ledger),
            by: each.eventId,
          })),
          ...parked.map((each) => ({ ...parkedOccurrence(named('parked'), each, ledger), by: each.eventId })),
        ];
        return { through, occurrences: told.toSorted((a, b) => a.by - b.by) };
      },
    },
    {
      name: named('issued'),
      end: () => ledger.chain.head()?.icv ?? 0,
      after(position) {
        const occurrences = feed.issuedAfter(position).map(
          ({ icv, uuid, number, at }): Occurrence => ({
            kind: 'issued',
            source: `${named('issued')}:${icv}`,
            at,
            data: () => ({ invoiceId: number, invoiceUuid: uuid, ...factsOf(uuid, ledger) }),
          }),
        );
        return { occurrences, through: position + occurrences.length };
      },
    },
  ];
}

export function outcomeKind({
  outcome,
  mode,
}: Pick<SettledDocument, 'outcome' | 'mode'>): 'cleared' | 'reported' | 'rejected' {
  if (outcome === 'rejected') return 'rejected';
  return mode === 'clearance' ? 'cleared' : 'reported';
}

/** The event is named after its document, which has one final state; a restored ledger may tell it anew. */
function settledOccurrence(name: string, document: SettledDocument, ledger: Source): Occurrence {
  const { uuid, number, status, messages, at } = document;
  const kind = outcomeKind(document);
  const clearedAt = new Date(at).toISOString();
  return {
    kind,
    source: `${name}:${uuid}`,
    at,
    data: (): EventData<typeof kind> => ({
      invoiceId: number,
      invoiceUuid: uuid,
      // An answer may settle a document without its own status word, for instance that of a duplicate.
      status,
      ...(kind === 'cleared' && { clearedAt }),
      ...(entryOf(uuid, ledger.documents).submission.isLate && { late: true as const }),
      ...factsOf(uuid, ledger),
      messages: [...messages],
    }),
  };
}

/** A document may be parked again after a manager has sent it again; each time is a separate event. */
function parkedOccurrence(name: string, document: ParkedDocument, ledger: Source): Occurrence {
  const { uuid, number, status, httpStatus, messages, at } = document;
  return {
    kind: 'parked',
    source: `${name}:${uuid}:${at}`,
    at,
    data: () => ({
      invoiceId: number,
      invoiceUuid: uuid,
      status,
      ...factsOf(uuid, ledger),
      messages: [...messages],
      ...(httpStatus !== undefined && { httpStatus }),
    }),
  };
}

type Facts = Omit<
  InvoiceEventData,
  'invoiceId' | 'invoiceUuid' | 'status' | 'messages' | 'clearedAt' | 'late'
>;

function factsOf(uuid: string, { documents, environment }: Source): Facts {
  return { ...saleFactsOf(entryOf(uuid, documents)), ...documents.origin(uuid), environment };
}

function entryOf(uuid: string, documents: Source['documents']): LedgerEntry {
  const entry = documents.get(uuid);
  // The feed and the documents are rows of one file.
  if (entry === undefined) throw new Error(`no document ${uuid}`);
  return entry;
}

function saleFactsOf(entry: LedgerEntry): Omit<Facts, 'environment'> {
  const { number, kind, customer, issuedAt, trueAt, currency, payable, vat } = entry;
  const { saleId, corrects, reference, metadata } = entry.sale;
  return {
    number,
    kind,
    customer,
    issuedAt: new Date(issuedAt).toISOString(),
    ...(trueAt !== undefined && { trueAt: new Date(trueAt).toISOString() }),
    currency,
    payable: halalasToText(payable),
    vat: halalasToText(vat),
    ...(saleId !== undefined && { saleId }),
    ...(corrects !== undefined && { corrects: corrects.map((each) => each.number) }),
    ...(reference !== undefined && { reference }),
    ...(metadata !== undefined && { metadata }),
  };
}
