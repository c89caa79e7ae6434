import { expect, test } from 'vitest';
import { ledgerSources } from '../../../main/integration/webhooks/ledger-sources.ts';
import { eventBody } from '../../../main/integration/webhooks/occurrence.ts';

test('an event says the word of the authority or none, and nothing of our own', () => {
  const document = { uuid: 'u', number: 'T1-000001', mode: 'clearance', outcome: 'accepted', at: 0 } as const;
  const sources = ledgerSources({
    id: 'ledger',
    chain: { head: () => undefined },
    feed: {
      settledAfter: () => ({
        settled: [
          { ...document, eventId: 1, status: 'CLEARED' },
          { ...document, eventId: 2 },
        ],
        through: 2,
      }),
      issuedAfter: () => [{ icv: 1, uuid: 'u', number: 'T1-000001', at: 0 }],
      lastEventId: () => 2,
    },
  });
  const said = sources.flatMap((source) =>
    source.after(0).occurrences.map((each) => JSON.parse(eventBody('id', each.kind, each)).data.status),
  );
  expect(said).toEqual(['CLEARED', undefined, undefined]);
});
