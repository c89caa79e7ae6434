import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryKeys } from '../../renderer/client.tsx';
import { followTerminal, type InvoicePages, sinceNow, upsertRow } from '../../renderer/live.ts';
import { newsFromNow, takeNews } from '../../renderer/news.ts';
import type { TerminalEvent } from '../../shared/contract/events.ts';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { type SubmissionState, submissionStates } from '../../shared/status.ts';

function row(icv: number, state: SubmissionState = 'waiting'): InvoiceRow {
  return {
    uuid: `00000000-0000-4000-8000-${String(icv).padStart(12, '0')}`,
    number: `T1-${icv}`,
    icv,
    kind: 'invoice',
    customer: 'consumer',
    issuedAt: '2026-11-20T09:30:00.000Z',
    currency: 'SAR',
    payable: 100,
    mode: 'reporting',
    state,
    dueAt: '2026-11-21T09:30:00.000Z',
    attempts: 0,
    warnings: 0,
  };
}

/** The first rows of a ledger of `total` documents, in pages of `size`. */
function pagesOf(total: number, loaded: number, size: number): InvoicePages {
  const rows = Array.from({ length: loaded }, (_, index) => row(total - index));
  const count = Math.max(1, Math.ceil(loaded / size));
  const pages = Array.from({ length: count }, (_, page) => ({
    total,
    rows: rows.slice(page * size, (page + 1) * size),
  }));
  return { pages, pageParams: pages.map(() => undefined) };
}
const numbersIn = ({ pages }: InvoicePages) => pages.flatMap(({ rows }) => rows.map(({ icv }) => icv));

test('whatever comes in, the list stays newest first, each document once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(...submissionStates))),
      (loaded, size, events) => {
        let list = pagesOf(30, loaded, size);
        for (const [icv, state] of events) {
          list = upsertRow(list, row(icv, state), undefined);
          const shown = list.pages.flatMap(({ rows }) => rows).find((one) => one.icv === icv);
          expect(shown?.state ?? state).toBe(state);
        }
        const numbers = numbersIn(list);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
      },
    ),
  );
});

test('a new document is counted and comes first; one of a page not loaded yet is left to its page', () => {
  const list = upsertRow(pagesOf(30, 10, 5), row(31), undefined);
  expect(numbersIn(list)[0]).toBe(31);
  expect(list.pages[0]?.total).toBe(31);
  // It was counted when the page was read: an outage that ends brings each of hundreds by name.
  const ofLaterPage = upsertRow(pagesOf(30, 10, 5), row(3), undefined);
  expect(numbersIn(ofLaterPage)).not.toContain(3);
  expect(ofLaterPage.pages.map(({ total }) => total)).toEqual([30, 30]);
});

test('under a filter a row that is shown stays in its place, others come by their state', () => {
  const waiting: InvoicePages = { pages: [{ total: 2, rows: [row(9), row(4)] }], pageParams: [undefined] };
  expect(numbersIn(upsertRow(waiting, row(9, 'accepted'), { states: ['waiting'] }))).toEqual([9, 4]);
  expect(numbersIn(upsertRow(waiting, row(10, 'accepted'), { states: ['waiting'] }))).toEqual([9, 4]);
  expect(numbersIn(upsertRow(waiting, row(6), { states: ['waiting'] }))).toEqual([9, 6, 4]);
});

test('an event that passed while an answer was on its way wins over the answer', () => {
  let emit: (event: TerminalEvent) => void = () => {};
  const cache = new QueryClient();
  const stop = followTerminal(
    {
      call: async () => ({ ok: false, failure: { code: 'internal' } }),
      on(listener) {
        emit = listener;
        return () => {};
      },
    },
    cache,
  );
  const beforeEvent = sinceNow();
  emit({ type: 'invoice', invoice: row(50, 'accepted') });
  const afterEvent = sinceNow();
  expect(beforeEvent(row(50, 'waiting')).state).toBe('accepted');
  expect(beforeEvent(row(51, 'waiting')).state).toBe('waiting');
  expect(afterEvent(row(50, 'rejected')).state).toBe('rejected');
  expect(cache.getQueryData<InvoiceRow>(queryKeys.row(row(50).uuid))?.state).toBe('accepted');
  stop();
});

test('an answer that left before an event does not undo it, one that was asked for later counts', () => {
  const cache = new QueryClient();
  const asked = newsFromNow(queryKeys.status);
  const other = newsFromNow(queryKeys.credential);
  takeNews(cache, queryKeys.status, 'event');
  expect(cache.getQueryData(queryKeys.status)).toBe('event');
  expect(asked('answer')).toBe('event');
  expect(other('answer')).toBe('answer');
  expect(newsFromNow(queryKeys.status)('later answer')).toBe('later answer');
});
