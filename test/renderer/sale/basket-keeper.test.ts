import { expect, test } from 'vitest';
import { createBasketKeeper, readBasket } from '../../../renderer/till/cart/basket-keeper.ts';
import { newDraft } from '../../../renderer/till/cart/draft.ts';
import type { Send } from '../../../renderer/ui/terminal/use-terminal-command.ts';
import { keptBasket } from '../../../shared/stored/basket/kept-basket.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';

/** Opens a keeper over a terminal that answers as set, and returns the IDs of the baskets sent to it. */
function open() {
  const state = { answer: 'kept' as 'kept' | 'full' | 'gone' };
  const sent: string[] = [];
  const replaced: (string | undefined)[] = [];
  const keep: Send<'basket.keep'> = async ({ id, insteadOf }) => {
    sent.push(id);
    replaced.push(insteadOf);
    if (state.answer === 'full') return { ok: false, failure: { code: 'disk-full' } };
    const gone = { state: 'taken', by: 'Mona', isHeld: false } as const;
    return { ok: true, value: state.answer === 'kept' ? { state: 'kept' } : gone };
  };
  const gone: string[] = [];
  return { state, sent, replaced, gone, keeper: createBasketKeeper(keep, (id) => gone.push(id)) };
}

function basket() {
  const draft = newDraft();
  const lines = draft.lines.map((line) => ({ ...line, name: 'Dates', price: '80' }));
  return { draft: { ...draft, lines } };
}

test('a basket is kept once, however often its keeper is asked', async () => {
  const { keeper, sent } = open();
  const kept = basket();
  keeper.keep(kept);
  expect(await keeper.flush()).toBeUndefined();
  keeper.keep(kept);
  expect(await keeper.flush()).toBeUndefined();
  expect(sent).toEqual([kept.draft.saleId]);
});

test.each([
  ['full', 'disk-full'],
  ['gone', 'basket-gone'],
] as const)(
  'a basket that the terminal does not keep (%s) says so, and is sent again',
  async (answer, code) => {
    const { keeper, sent, state, gone } = open();
    const kept = basket();
    state.answer = answer;
    keeper.keep(kept);
    expect(await keeper.flush()).toEqual({ code });
    expect(gone).toEqual(answer === 'gone' ? [kept.draft.saleId] : []);
    // Nothing new was typed, so the basket is still not saved.
    expect(await keeper.flush()).toEqual({ code });
    state.answer = 'kept';
    keeper.keep(kept);
    expect(await keeper.flush()).toBeUndefined();
    expect(sent).toHaveLength(2);
  },
);

test('an amount that is typed and not added is kept, also without lines', async () => {
  const kept: { id: string; lines: number; amount: string | undefined }[] = [];
  const keeper = createBasketKeeper(async ({ id, lines, draft }) => {
    kept.push({ id, lines, amount: orFail(keptBasket.read(draft)).draft.openAmount });
    return { ok: true, value: { state: 'kept' } };
  });
  const draft = newDraft();
  for (const openAmount of ['7.25', ' ']) {
    keeper.keep({ draft: { ...draft, openAmount } });
    await keeper.flush();
  }
  expect(kept).toEqual([
    { id: draft.saleId, lines: 1, amount: '7.25' },
    { id: draft.saleId, lines: 0, amount: ' ' },
  ]);
});

test('a basket is asked for again, although nothing changed', async () => {
  const { keeper, sent, state, gone } = open();
  const kept = basket();
  keeper.keep(kept);
  await keeper.flush();
  state.answer = 'gone';
  expect(await keeper.ask()).toEqual({ code: 'basket-gone' });
  expect(gone).toEqual([kept.draft.saleId]);
  expect(sent).toEqual([kept.draft.saleId, kept.draft.saleId]);
});

test('an empty basket is not missed, whatever the terminal did not keep before', async () => {
  const { keeper, state } = open();
  state.answer = 'full';
  keeper.keep(basket());
  expect(await keeper.flush()).toEqual({ code: 'disk-full' });
  keeper.keep({ draft: newDraft() });
  expect(await keeper.flush()).toBeUndefined();
});

test('a basket that was taken or put aside is not replaced by the next', async () => {
  const { keeper, replaced, state } = open();
  state.answer = 'gone';
  keeper.keep(basket());
  await keeper.flush();
  state.answer = 'kept';
  keeper.keep(basket());
  expect(await keeper.flush()).toBeUndefined();
  keeper.keep(basket());
  await keeper.flush();
  expect(replaced).toEqual([undefined, undefined, expect.any(String)]);
});

test('a basket that the terminal cannot give is not an empty one', async () => {
  const failure = { code: 'database-busy' } as const;
  expect(await readBasket(async () => ({ ok: false, failure }))).toEqual({ unreadable: { failure } });
  expect(await readBasket(async () => ({ ok: true, value: {} }))).toEqual({});
});
