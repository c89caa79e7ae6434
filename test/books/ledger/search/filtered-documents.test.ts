import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../../main/books/ledger/database/schema/index.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { createFilteredDocuments } from '../../../../main/books/ledger/search/filtered-documents.ts';
import { type InvoiceFilter, planFilter } from '../../../../main/books/ledger/search/invoice-filter.ts';
import { newEntry } from '../sample.ts';
import { testFolder } from '../support.ts';

it('a person with very many documents is listed, counted and summed as document by document', () => {
  const file = path.join(testFolder(), 'ledger.db');
  const ledger = openLedger(file, { environment: 'training' });
  const made = Array.from({ length: 60 }, (_, index) => {
    // Omar has left, so all of his documents are older than those of the others.
    const actor = index < 20 ? 'Omar' : index % 3 === 0 ? 'Sami' : 'Mona';
    const customer = index % 4 === 0 ? ('business' as const) : ('consumer' as const);
    const by = { kind: 'person' as const, name: actor, role: 'cashier' as const };
    return { actor, ...ledger.chain.append(newEntry({ by, customer, payable: 100 + index })).entry };
  });
  ledger.close();
  const database = openDatabase(file, migrations);
  const documents = createFilteredDocuments(database);
  const filters: InvoiceFilter[] = ['Omar', 'Mona', 'Sami', 'Nobody'].flatMap((by) => [
    { by },
    { by, customer: 'business' },
    { by, states: ['waiting'] },
    { by, states: ['accepted', 'rejected'] },
  ]);
  for (const filter of filters)
    for (const range of [
      { first: 1, last: 60 },
      { first: 15, last: 33 },
      { first: 40, last: 39 },
    ]) {
      const plan = planFilter(filter);
      // With so few documents any source would do, so each one is made to act as if there were too many.
      const crowded = { ...plan, sources: plan.sources.map((source) => ({ ...source, worthwhile: -1 })) };
      const place = documents.choose(crowded, range);
      expect(place.counter).toBe('i.icv');
      const expected = made.filter(
        ({ actor, customer, icv }) =>
          actor === filter.by &&
          (filter.customer ?? customer) === customer &&
          (filter.states?.includes('waiting') ?? true) &&
          icv >= range.first &&
          icv <= range.last,
      );
      const what = JSON.stringify({ filter, range });
      const rows = documents.page(place, crowded, range, 7).map(({ icv }) => icv);
      expect(rows, what).toEqual(
        expected
          .map(({ icv }) => icv)
          .toReversed()
          .slice(0, 7),
      );
      expect(documents.count(place, crowded, range), what).toEqual({ total: expected.length });
      const total = expected.reduce((sum, { payable }) => sum + payable, 0);
      expect(documents.sums(place, crowded, range), what).toEqual(
        total === 0 ? [] : [{ currency: 'SAR', count: expected.length, total, returned: 0 }],
      );
    }
  database.close();
});
