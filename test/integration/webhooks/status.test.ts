import { expect, test } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { ledgerSources } from '../../../main/integration/webhooks/ledger-sources.ts';
import { newEntry } from '../../books/ledger/sample.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';

test('an event says the word of the authority or none, and nothing of our own', () => {
  const ledger = ledgerInMemory();
  const { entry } = ledger.chain.append(newEntry());
  const { uuid, number } = entry;
  const document = { uuid, number, mode: 'clearance', outcome: 'accepted', messages: [], at: 0 } as const;
  const feed: Ledger['feed'] = {
    settledAfter: () => ({
      settled: [
        { ...document, eventId: 1, status: 'CLEARED' },
        { ...document, eventId: 2 },
      ],
      through: 2,
    }),
    parkedAfter: () => [],
    issuedAfter: () => [{ icv: 1, uuid, number, at: 0 }],
    lastEventId: () => 2,
  };
  const { id, environment, chain, documents } = ledger;
  const sources = ledgerSources({ id, environment, chain, documents, feed });
  const statuses = sources.flatMap((source) =>
    source.after(0).occurrences.map((each) => JSON.parse(JSON.stringify(each.data())).status),
  );
  expect(statuses).toEqual(['CLEARED', undefined, undefined]);
  ledger.close();
});
