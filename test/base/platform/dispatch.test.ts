import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createDispatch, type Handlers } from '../../../main/base/platform/dispatch.ts';
import { Revisions } from '../../../main/base/platform/revisions.ts';
import { fail } from '../../../shared/failure.ts';
import { cashier, manager } from '../../support/run/callers.ts';

function dispatchTo(handlers: Partial<Handlers>) {
  const lines: string[] = [];
  const revisions = new Revisions();
  const log = pino({}, { write: (line: string) => lines.push(line) });
  return { dispatch: createDispatch(() => handlers as Handlers, log, revisions), lines, revisions };
}

describe('the dispatch behind every entry point', () => {
  test('answers with the value of the handler', async () => {
    const { dispatch } = dispatchTo({ 'invoice.list': (query) => ({ rows: [], total: query.limit }) });
    expect(await dispatch('invoice.list', {}, cashier)).toEqual({
      ok: true,
      value: { rows: [], total: 100 },
      revision: 0,
    });
  });

  test.each<unknown>(['nothing', 'constructor', '__proto__', 7, undefined, null, {}, { toString: 1 }])(
    '%o is no command',
    async (name) => {
      const { dispatch } = dispatchTo({});
      expect(await dispatch(name, {}, manager)).toEqual({ ok: false, failure: { code: 'not-found' } });
    },
  );

  test('lets nobody below the role of a command ask it', async () => {
    let calls = 0;
    const { dispatch } = dispatchTo({
      'invoice.xml': () => {
        calls += 1;
        return { fileName: 'a', xml: 'b' };
      },
    });
    const input = { uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    expect(await dispatch('invoice.xml', input, cashier)).toMatchObject({
      failure: { code: 'not-allowed' },
    });
    expect(calls).toBe(0);
    expect(await dispatch('invoice.xml', input, manager)).toMatchObject({ ok: true });
  });

  test('refuses input that the contract does not know, with every place that is wrong', async () => {
    const { dispatch } = dispatchTo({});
    const lines = [{ name: 'a', quantity: 0, unitPrice: '1.234567890' }];
    expect(await dispatch('sale.issue', { lines, colour: 'red' }, cashier)).toMatchObject({
      ok: false,
      failure: {
        code: 'bad-input',
        issues: [
          { path: ['lines', 0, 'quantity'], code: 'not-positive' },
          { path: ['lines', 0, 'unitPrice'], code: 'too-many-decimals', params: { limit: 6 } },
          { path: [], code: 'unrecognized_keys' },
        ],
      },
    });
  });

  test('tells a named failure as it is, and a defect as internal; the log has what somebody must look into', async () => {
    const { dispatch, lines } = dispatchTo({
      'invoice.list': () => fail('not-found'),
      'terminal.status': () => fail('disk-full'),
      'terminal.onboarding': () => {
        throw new Error('a defect');
      },
    });
    expect(await dispatch('terminal.status', {}, cashier)).toEqual({
      ok: false,
      failure: { code: 'disk-full' },
    });
    expect(lines.join()).toContain('disk-full');
    lines.length = 0;
    expect(await dispatch('invoice.list', {}, cashier)).toMatchObject({ failure: { code: 'not-found' } });
    expect(lines).toEqual([]);
    expect(await dispatch('terminal.onboarding', {}, cashier)).toEqual({
      ok: false,
      failure: { code: 'internal' },
    });
    expect(lines.join()).toContain('a defect');
  });

  test('a query has the revision from before it began, as what it read may be older than what was told meanwhile', async () => {
    const { dispatch, revisions } = dispatchTo({
      'invoice.list': async () => {
        revisions.next();
        return { rows: [], total: 0 };
      },
    });
    revisions.next();
    expect(await dispatch('invoice.list', {}, cashier)).toMatchObject({ revision: 1 });
    expect(revisions.last).toBe(2);
  });

  test('a command counts when it ends, failed or not; alone it is newer than all before it', async () => {
    const { dispatch, revisions } = dispatchTo({
      'people.signOut': () => ({}),
      'session.touch': () => fail('disk-full'),
    });
    revisions.next();
    expect(await dispatch('people.signOut', {}, cashier)).toEqual({ ok: true, value: {}, revision: 2 });
    expect(await dispatch('session.touch', {}, cashier)).toMatchObject({ ok: false });
    expect(revisions.last).toBe(3);
  });

  test('commands that overlap, or that something was told meanwhile, have no revision but the first to end', async () => {
    let end: () => void = () => {};
    const { dispatch } = dispatchTo({
      'people.signOut': () => new Promise<Record<string, never>>((resolve) => (end = () => resolve({}))),
      'session.touch': () => ({}),
    });
    const slow = dispatch('people.signOut', {}, cashier);
    expect(await dispatch('session.touch', {}, cashier)).toMatchObject({ revision: 1 });
    end();
    expect(await slow).toEqual({ ok: true, value: {} });
  });
});
