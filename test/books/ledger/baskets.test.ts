import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keptText } from '../../support/kept-text.ts';
import { newEntry, start } from './sample.ts';
import { failing, testLedger } from './support.ts';

const draft = keptText();

function openBaskets() {
  const ledger = testLedger();
  const { baskets } = ledger;
  const keep = (id: string, owner = 'Sami', lines = 1) =>
    baskets.keep({ id, owner, draft, lines, total: 1150, goods: [], at: start });
  const hold = (id: string, owner = 'Sami', note?: string, total?: number) =>
    baskets.hold({ id, owner, at: start + 1, note, total });
  const recall = (id: string, owner: string) => baskets.recall({ id, owner, at: start + 2 });
  return { ledger, baskets, keep, hold, recall };
}

describe('a basket', () => {
  it('is kept for its person, and gone without lines', () => {
    const { baskets, keep } = openBaskets();
    const id = randomUUID();
    expect(keep(id)).toEqual({ state: 'kept' });
    expect(baskets.current('Sami')).toMatchObject({ id, draft, lines: 1, total: 1150 });
    expect(baskets.current('Mona')).toBeUndefined();
    expect(keep(id, 'Sami', 0)).toEqual({ state: 'kept' });
    expect(baskets.current('Sami')).toBeUndefined();
  });

  it('is gone with the document of its sale, and does not come back', () => {
    const { ledger, baskets, keep } = openBaskets();
    const id = randomUUID();
    keep(id);
    ledger.chain.append(newEntry({ saleId: id }));
    expect(baskets.current('Sami')).toBeUndefined();
    // The screen sent the change before it learned of the document.
    expect(keep(id)).toEqual({ state: 'sold' });
    expect(baskets.current('Sami')).toBeUndefined();
  });

  it('is sold by the person who has it now, and by a program that knows nothing of baskets', () => {
    const { ledger, keep, hold, recall } = openBaskets();
    const by = (name: string) => ({ kind: 'person', name, role: 'cashier' }) as const;
    const id = randomUUID();
    keep(id);
    hold(id);
    recall(id, 'Mona');
    const sell = (name: string) => ledger.chain.append(newEntry({ saleId: id, by: by(name) }));
    expect(() => sell('Sami')).toThrow(failing('basket-gone'));
    expect(ledger.chain.head()).toBeUndefined();
    expect(ledger.baskets.current('Mona')?.id).toBe(id);
    sell('Mona');
    expect(ledger.baskets.current('Mona')).toBeUndefined();

    const other = randomUUID();
    keep(other);
    ledger.chain.append(newEntry({ saleId: other, by: { kind: 'program', name: 'Shop' } }));
    expect(ledger.baskets.current('Sami')).toBeUndefined();
  });

  it('stays when its sale cannot be issued', () => {
    const { ledger, baskets, keep } = openBaskets();
    const id = randomUUID();
    keep(id);
    const documentFor = () => {
      throw new Error('no key');
    };
    expect(() => ledger.chain.append(newEntry({ saleId: id, documentFor }))).toThrow();
    expect(baskets.current('Sami')?.id).toBe(id);
  });

  it('is put aside and recalled by anybody, once', () => {
    const { ledger, baskets, keep, hold, recall } = openBaskets();
    const id = randomUUID();
    keep(id);
    hold(id, 'Sami', 'Blue jacket', 4_550);
    expect(keep(id)).toEqual({ state: 'taken', by: 'Sami', isHeld: true });
    expect(baskets.current('Sami')).toBeUndefined();
    expect(baskets.held('Sami')).toMatchObject([{ id, owner: 'Sami', note: 'Blue jacket', total: 4_550 }]);
    expect(recall(id, 'Mona')).toMatchObject({ id, owner: 'Mona', draft });
    expect(recall(id, 'Mona').changedAt).toBe(start + 2);
    expect(() => recall(randomUUID(), 'Sami')).toThrow(failing('not-found'));
    // Its first owner's screen still shows it.
    expect(keep(id, 'Sami')).toEqual({ state: 'taken', by: 'Mona', isHeld: false });
    expect(baskets.current('Mona')?.id).toBe(id);
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([{ actor: 'Mona', action: 'basket-recalled' }]);
  });

  it('that its person left open at sign-out is there for the next one', () => {
    const { baskets, keep, recall } = openBaskets();
    const id = randomUUID();
    keep(id);
    expect(baskets.held('Sami')).toEqual([]);
    expect(baskets.held('Mona')).toMatchObject([{ id, owner: 'Sami' }]);
    expect(recall(id, 'Mona')).toMatchObject({ id, owner: 'Mona' });
    expect(baskets.current('Sami')).toBeUndefined();
    expect(keep(id, 'Sami')).toEqual({ state: 'taken', by: 'Mona', isHeld: false });
  });

  it('never takes the place of another that is open', () => {
    const { baskets, keep, hold, recall } = openBaskets();
    const [held, open, other] = [randomUUID(), randomUUID(), randomUUID()];
    keep(held);
    hold(held);
    keep(open);
    recall(held, 'Sami');
    expect(baskets.current('Sami')?.id).toBe(held);
    expect(baskets.held('Sami').map(({ id }) => id)).toEqual([open]);
    keep(other);
    expect(baskets.current('Sami')?.id).toBe(other);
    expect(baskets.held('Sami')).toHaveLength(2);
  });

  it('takes the place of the one that it contains, of the same person', () => {
    const { baskets, keep } = openBaskets();
    const [before, correction, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    keep(before);
    keep(foreign, 'Mona');
    const instead = (insteadOf: string) =>
      baskets.keep({ id: correction, owner: 'Sami', draft, lines: 1, goods: [], at: start, insteadOf });
    expect(instead(before)).toEqual({ state: 'kept' });
    expect(instead(foreign)).toEqual({ state: 'kept' });
    expect(baskets.current('Sami')?.id).toBe(correction);
    expect(baskets.held('Sami').map(({ id }) => id)).toEqual([foreign]);
    expect(baskets.current('Mona')?.id).toBe(foreign);
  });

  it('is put aside by its owner alone', () => {
    const { keep, hold } = openBaskets();
    const id = randomUUID();
    keep(id);
    expect(() => hold(id, 'Mona')).toThrow(failing('not-found'));
    expect(() => hold(randomUUID())).toThrow(failing('not-found'));
  });

  it('that was put aside stays, although its owner’s screen lost the answer', () => {
    const { baskets, keep, hold } = openBaskets();
    const [aside, next] = [randomUUID(), randomUUID()];
    keep(aside);
    hold(aside, 'Sami', 'Blue jacket');
    hold(aside, 'Sami', 'Other');
    expect(
      baskets.keep({ id: next, owner: 'Sami', draft, lines: 1, goods: [], at: start, insteadOf: aside }),
    ).toEqual({
      state: 'kept',
    });
    expect(baskets.held('Sami')).toMatchObject([{ id: aside, note: 'Blue jacket' }]);
    expect(baskets.current('Sami')?.id).toBe(next);
  });

  it('that is given up leaves a line of the audit log', () => {
    const { ledger, baskets, keep } = openBaskets();
    const id = randomUUID();
    keep(id);
    baskets.discard({ id, owner: 'Mona', at: start });
    expect(baskets.current('Sami')).toBeUndefined();
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { actor: 'Mona', action: 'basket-discarded', detail: { of: 'Sami', count: 1, total: 1150 } },
    ]);
    expect(() => baskets.discard({ id, owner: 'Mona', at: start })).toThrow(failing('not-found'));
  });
});

describe('a basket that this version cannot read', () => {
  const newer = JSON.stringify({ form: 'basket', version: 2, value: { goods: 'in another form' } });
  const goods = [{ key: 'a', name: 'Coffee', quantity: '3', price: '11.50' }];

  function keepNewer() {
    const open = openBaskets();
    const id = randomUUID();
    open.baskets.keep({ id, owner: 'Sami', draft: newer, lines: 1, goods, at: start });
    return { ...open, id };
  }

  it('is given to nobody, and stays as it is', () => {
    const { baskets, hold, recall, id } = keepNewer();
    hold(id);
    expect(() => recall(id, 'Mona')).toThrow(failing('stored-newer'));
    expect(baskets.held('Mona')).toMatchObject([
      { id, owner: 'Sami', state: 'held', pieces: 3, worth: 3450 },
    ]);
    expect(baskets.content(id)).toBe(newer);
  });

  it.each([
    ['put aside', 'basket-unreadable', { why: 'stored-newer', lines: 1, pieces: 3, total: 3450 }],
    ['given up', 'basket-discarded', { unreadable: 'stored-newer', count: 1, total: 3450 }],
  ])('that is %s leaves a line of the audit log', (how, action, detail) => {
    const { ledger, baskets, hold, id } = keepNewer();
    if (how === 'put aside') hold(id);
    else baskets.discard({ id, owner: 'Sami', at: start });
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { actor: 'Sami', action, detail: { basket: id, ...detail } },
    ]);
  });
});
