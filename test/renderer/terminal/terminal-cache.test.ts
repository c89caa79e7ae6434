import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type InvoicePages, upsertRow } from '../../../renderer/ui/terminal/invoice-pages.ts';
import { type Known, TerminalCache } from '../../../renderer/ui/terminal/terminal-cache.ts';
import type { Client } from '../../../shared/contract/bridge.ts';
import type { TerminalEvent } from '../../../shared/contract/events.ts';
import type { Answer, CommandName } from '../../../shared/contract/index.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import { type SubmissionState, submissionStates } from '../../../shared/status.ts';

function row(icv: number, state: SubmissionState = 'waiting'): InvoiceRow {
  return {
    uuid: `00000000-0000-4000-8000-${String(icv).padStart(12, '0')}`,
    number: `T1-${icv}`,
    icv,
    kind: 'invoice',
    customer: 'consumer',
    issuedAt: '2026-11-20T09:30:00.000Z',
    by: 'Sami',
    currency: 'SAR',
    payable: 100,
    mode: 'reporting',
    state,
    dueAt: '2026-11-21T09:30:00.000Z',
    attempts: 0,
    warnings: 0,
  };
}

/** Returns an event that is newer than everything in the list. */
const late = (icv: number, state?: SubmissionState, revision = 9) => ({ row: row(icv, state), revision });

/** Returns the first rows of a ledger of `total` documents, in pages of `size`. */
function pagesOf(total: number, loaded: number, size: number): InvoicePages {
  const rows = Array.from({ length: loaded }, (_, index) => row(total - index));
  const count = Math.max(1, Math.ceil(loaded / size));
  const pages = Array.from({ length: count }, (_, page) => ({
    total,
    rows: rows.slice(page * size, (page + 1) * size),
    revision: 1,
  }));
  return { pages, pageParams: pages.map(() => undefined) };
}
const numbersIn = ({ pages }: InvoicePages) => pages.flatMap(({ rows }) => rows.map(({ icv }) => icv));

describe('a list that events reach', () => {
  test('whatever comes in, it stays newest first, each document once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(...submissionStates))),
        (loaded, size, events) => {
          let list = pagesOf(30, loaded, size);
          for (const [icv, state] of events) {
            list = upsertRow(list, late(icv, state), undefined);
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
    const list = upsertRow(pagesOf(30, 10, 5), late(31), undefined);
    expect(numbersIn(list)[0]).toBe(31);
    expect(list.pages[0]?.total).toBe(31);
    // The document was already counted when the page was read. After an outage hundreds of such events arrive.
    const ofLaterPage = upsertRow(pagesOf(30, 10, 5), late(3), undefined);
    expect(numbersIn(ofLaterPage)).not.toContain(3);
    expect(ofLaterPage.pages.map(({ total }) => total)).toEqual([30, 30]);
  });

  test('under a filter a row that is shown stays in its place, others come by their state', () => {
    const waiting: InvoicePages = {
      pages: [{ total: 2, rows: [row(9), row(4)], revision: 1 }],
      pageParams: [undefined],
    };
    const filter = { states: ['waiting' as const] };
    expect(numbersIn(upsertRow(waiting, late(9, 'accepted'), filter))).toEqual([9, 4]);
    expect(numbersIn(upsertRow(waiting, late(10, 'accepted'), filter))).toEqual([9, 4]);
    expect(numbersIn(upsertRow(waiting, late(6), filter))).toEqual([9, 6, 4]);
  });

  test('an event that is older than a page changes and counts nothing in it', () => {
    const list = pagesOf(30, 10, 5);
    expect(upsertRow(list, late(30, 'accepted', 1), undefined)).toEqual(list);
    expect(upsertRow(list, late(31, 'waiting', 1), undefined)).toEqual(list);
  });
});

/** Creates a terminal whose answers the test controls. */
function terminal() {
  const calls: { name: CommandName; answer(answer: Answer<unknown>): void }[] = [];
  let emit: (event: TerminalEvent, revision: number) => void = () => {};
  const client = {
    call: (name: CommandName) =>
      new Promise((resolve) => {
        calls.push({ name, answer: resolve });
      }),
    on(listener: typeof emit) {
      emit = listener;
      return () => {};
    },
    onReach: () => () => {},
  } as unknown as Client;
  const cache = new TerminalCache(client);
  cache.follow();
  return {
    cache,
    asked: calls,
    notify: (event: TerminalEvent, revision: number) => emit(event, revision),
    /** Answers the oldest open call of this command. */
    async answer(name: CommandName, value: unknown, revision?: number) {
      await expect.poll(() => calls.map((call) => call.name)).toContain(name);
      const [call] = calls.splice(
        calls.findIndex((one) => one.name === name),
        1,
      );
      call?.answer({ ok: true, value, ...(revision !== undefined && { revision }) });
      await new Promise((resolve) => setTimeout(resolve));
    },
    /** Opens a screen that queries this and stays open. Returns its data. */
    watch(name: 'terminal.status' | 'people.list' | 'credential.get' | 'inbound.get' | 'webhook.endpoints') {
      const observer = new QueryObserver(cache.queries, cache.query(name, {}) as never);
      observer.subscribe(() => {});
      return () => (observer.getCurrentResult().data as Known<unknown> | undefined)?.value;
    },
  };
}

const status = (waiting: number) => ({ waiting }) as TerminalStatus;
const people = (...names: string[]) => ({ people: names.map((name) => ({ name, role: 'cashier' })) });

describe('answers and events', () => {
  test('in whichever order they come, what was so last is shown last', async () => {
    const told = fc.integer({ min: 1, max: 6 });
    const cases = told.chain((count) =>
      fc.record({
        count: fc.constant(count),
        // The answer contains the count at some moment, and the revision at which it began.
        begun: fc.nat({ max: count }),
        readAfter: fc.nat({ max: count }),
        arrivals: fc.shuffledSubarray(
          ['answer' as const, ...Array.from({ length: count }, (_, index) => index + 1)],
          { minLength: count + 1 },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ count, begun, readAfter, arrivals }) => {
        const { watch, answer, notify } = terminal();
        const shown = watch('terminal.status');
        for (const arrival of arrivals)
          if (arrival === 'answer')
            await answer('terminal.status', status(Math.max(begun, readAfter)), begun);
          else notify({ type: 'status', status: status(arrival) }, arrival);
        expect(shown()).toEqual(status(count));
      }),
      { numRuns: 60 },
    );
  });

  test('an answer that is older than an event brings its rows as the event has them, and new ones', async () => {
    const { cache, answer, notify } = terminal();
    const { queryKey, queryFn } = cache.pages('invoice.list', { limit: 100 });
    const list = new InfiniteQueryObserver(cache.queries, {
      queryKey,
      queryFn: queryFn as never,
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    });
    list.subscribe(() => {});
    notify({ type: 'invoice', invoice: row(50, 'accepted') }, 5);
    notify({ type: 'invoice', invoice: row(51) }, 6);
    await answer('invoice.list', { rows: [row(50), row(49)], total: 2 }, 4);
    const { pages } = list.getCurrentResult().data as unknown as InvoicePages;
    expect(pages[0]?.rows).toEqual([row(51), row(50, 'accepted'), row(49)]);
    expect(pages[0]?.total).toBe(3);
    // An event that is older than the answer changes nothing.
    notify({ type: 'invoice', invoice: row(49, 'sending') }, 3);
    expect((list.getCurrentResult().data as unknown as InvoicePages).pages[0]?.rows[2]).toEqual(row(49));
  });

  test('a document that moves while it is read is read again, and shows the move meanwhile', async () => {
    const { cache, asked: calls, answer, notify } = terminal();
    const { uuid } = row(7);
    const observer = new QueryObserver(cache.queries, cache.query('invoice.get', { uuid }));
    observer.subscribe(() => {});
    await answer('invoice.get', { ...row(7), timeline: [] }, 1);
    notify({ type: 'invoice', invoice: row(7, 'accepted') }, 2);
    await expect.poll(() => calls.map(({ name }) => name)).toEqual(['invoice.get']);
    expect(observer.getCurrentResult().data?.value.state).toBe('accepted');
    await answer('invoice.get', { ...row(7, 'accepted'), timeline: ['answered'] }, 2);
    expect(observer.getCurrentResult().data?.value.timeline).toEqual(['answered']);
  });

  test('the takings on the screen are read anew once for several documents', async () => {
    const { cache, asked: calls, answer, notify } = terminal();
    const period = { from: '2026-11-20', to: '2026-11-20' };
    const observer = new QueryObserver(cache.queries, cache.query('takings.get', period) as never);
    observer.subscribe(() => {});
    await answer('takings.get', { isComplete: true }, 1);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const icv of [7, 8, 9]) notify({ type: 'invoice', invoice: row(icv) }, icv);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls.map(({ name }) => name)).toEqual(['takings.get']);
    vi.useRealTimers();
    await answer('takings.get', { isComplete: false }, 9);
    expect(calls).toEqual([]);
  });

  test('what is on the screen of a part of the integrations that changed is read anew, and no other part', async () => {
    const { asked: calls, answer, notify, watch } = terminal();
    const shown = watch('inbound.get');
    watch('webhook.endpoints');
    await answer('inbound.get', { enabled: false }, 1);
    await answer('webhook.endpoints', { endpoints: [] }, 1);
    notify({ type: 'integrations', parts: ['inbound'] }, 2);
    await expect.poll(() => calls.map(({ name }) => name)).toEqual(['inbound.get']);
    await answer('inbound.get', { enabled: true }, 2);
    expect(shown()).toEqual({ enabled: true });
    expect(calls).toEqual([]);
  });

  test('another environment has nothing of the one before', async () => {
    const { asked: calls, answer, notify, watch } = terminal();
    const shown = watch('people.list');
    await answer('people.list', people('Mona'), 1);
    notify({ type: 'status', status: { environment: 'training' } as TerminalStatus }, 2);
    expect(shown()).toEqual(people('Mona'));
    notify({ type: 'status', status: { environment: 'production' } as TerminalStatus }, 3);
    expect(shown()).toBeUndefined();
    expect(calls.map(({ name }) => name)).toEqual(['people.list']);
  });
});

describe('a command', () => {
  test('gives its answer to the query of the same, and has what else it changed read anew', async () => {
    const { cache, answer, asked: calls, watch } = terminal();
    const shown = watch('people.list');
    watch('terminal.status');
    await answer('people.list', people('Mona'), 1);
    await answer('terminal.status', status(0), 1);
    const removed = cache.call('people.remove', { name: 'Omar' });
    await answer('people.remove', people('Omar'), 2);
    expect(shown()).toEqual(people('Omar'));
    expect(calls.map(({ name }) => name)).toEqual(['terminal.status']);
    await answer('terminal.status', status(1), 2);
    expect(await removed).toMatchObject({ ok: true });
  });

  test('whose answer may be older than what was told meanwhile puts it nowhere: the query is read anew', async () => {
    const { cache, answer, asked: calls, watch } = terminal();
    const shown = watch('people.list');
    await answer('people.list', people('Mona'), 1);
    const removed = cache.call('people.remove', { name: 'Omar' });
    await answer('people.remove', people('Omar'));
    expect(shown()).toEqual(people('Mona'));
    expect(calls.map(({ name }) => name)).toEqual(['people.list']);
    await answer('people.list', people('Sara'), 3);
    await removed;
    expect(shown()).toEqual(people('Sara'));
  });

  test('that failed may have done a part: what it would change is read anew', async () => {
    const { cache, answer, asked: calls, watch } = terminal();
    watch('people.list');
    await answer('people.list', people('Mona'), 1);
    void cache.call('people.remove', { name: 'Omar' });
    await expect.poll(() => calls.length).toBe(1);
    calls.pop()?.answer({ ok: false, failure: { code: 'disk-full' } });
    await expect.poll(() => calls.map(({ name }) => name)).toEqual(['people.list']);
  });

  test('is not undone by an answer that was under way when it was given', async () => {
    const { cache, answer, asked: calls, watch } = terminal();
    const shown = watch('people.list');
    const saved = cache.call('people.save', { name: 'Omar', role: 'cashier', pin: '246810' });
    await answer('people.save', people('Omar'), 2);
    await saved;
    await answer('people.list', people('Mona'), 1);
    expect(shown()).toEqual(people('Omar'));
    expect(calls).toEqual([]);
  });
});
