import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withoutCardNumber } from '../../../main/till/devices/card/card-end.ts';
import { type CardQuestions, createCardQuestions } from '../../../main/till/devices/card/card-questions.ts';
import {
  type CardAnswer,
  type CardTerminal,
  NotAsked,
} from '../../../main/till/devices/card/card-terminal.ts';
import type { Alarm } from '../../../shared/alarm.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { failing, testFolder } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';
import { question } from './card-till.ts';

/* Tests card payments whose outcome only a person can know, and the data stored about a card. */

const mona = { kind: 'person', name: 'Mona', role: 'manager' } as const;
const approval = { state: 'approved', taken: 11_500, currency: 'SAR', reference: 'R1' } as const;

/** Opens a till with a card terminal that gives the set answer; a text is the reason why there is none. */
function openTill(first: CardAnswer | 'gone' | 'lost') {
  const file = join(testFolder(), 'ledger.db');
  const ledger = ledgerIn(file);
  onTestFinished(() => ledger.close());
  const clock = new FakeClock();
  const state = { answer: first, isThere: true, asked: 0 };
  const say = async (): Promise<CardAnswer> => {
    if (state.answer === 'gone') throw new NotAsked('gone');
    if (state.answer === 'lost') throw new Error('lost');
    return state.answer;
  };
  const one: CardTerminal = {
    name: 'pad',
    ask: () => {
      state.asked += 1;
      return say();
    },
    refund: say,
    status: say,
    cancel: say,
  };
  const open = (): CardQuestions =>
    createCardQuestions({
      ledger,
      clock,
      terminal: () => (state.isThere ? one : undefined),
      onChange() {},
      onError(error) {
        throw error;
      },
    });
  const questions = open();
  return {
    file,
    ledger,
    clock,
    state,
    questions,
    open,
    ask: (q = question()) => questions.ask(q, byCashier),
  };
}

const notTaken = (id: string) => ({ id, by: mona, reason: 'The bank knows of none' });
const taken = (id: string) => ({ ...notTaken(id), slip: 'SLIP-7' });

describe('a card terminal that took another amount', () => {
  it.each([
    ['amount', { taken: 11_400 }, 'SAR 114.00'],
    ['currency', { currency: 'USD' }, 'USD 115.00'],
  ])('in %s leaves a payment that a person resolves', async (_, wrong, says) => {
    const { ask, questions, ledger, state } = openTill({ ...approval, ...wrong });
    const { id, sale } = await ask();
    expect(ledger.cards.get(id)).toMatchObject({ state: 'differs', says, reference: 'R1' });
    // The payment is never settled automatically, whatever the terminal answers later.
    state.answer = approval;
    expect((await questions.status(id)).state).toBe('differs');
    expect((await questions.cancel(id)).state).toBe('differs');
    await expect(ask(question(sale))).rejects.toEqual(failing('card-unresolved'));
    expect(questions.alarms(10 * 60_000 + Date.now())).toMatchObject([{ why: 'unresolved' }]);
    expect(await questions.end(notTaken(id))).toMatchObject({ state: 'cancelled', endedBy: 'Mona' });
    expect(ledger.audit.list({ limit: 1 })[0]).toMatchObject({
      actor: 'Mona',
      action: 'card-ended',
      detail: { before: 'differs', as: 'notTaken', reason: 'The bank knows of none' },
    });
    state.answer = approval;
    expect((await ask(question(sale))).state).toBe('approved');
  });

  it('is noticed when its answer was lost first', async () => {
    const { ask, questions, state } = openTill('lost');
    const { id } = await ask();
    state.answer = { ...approval, taken: 1 };
    expect(await questions.status(id)).toMatchObject({ state: 'differs', taken: 1 });
  });
});

describe('a payment whose terminal is gone', () => {
  it.each(['another terminal', 'no connection', 'no answer'])('(%s) is ended by a manager', async (why) => {
    const { ask, questions, state, ledger } = openTill('lost');
    const { id, sale } = await ask();
    if (why === 'another terminal') state.isThere = false;
    if (why === 'no connection') state.answer = 'gone';
    expect(await questions.end(taken(id))).toMatchObject({
      state: 'approved',
      reference: 'SLIP-7',
      endedBy: 'Mona',
    });
    await expect(questions.end(notTaken(id))).rejects.toEqual(failing('not-found'));
    const shop = makeShop(ledger);
    const { icv } = shop.issue({
      saleId: sale,
      lines: [{ name: 'Coffee', quantity: 1, unitPrice: '115.00' }],
      payments: [{ means: 'card' }],
    });
    expect(ledger.facts.payments(icv)).toMatchObject([{ card: { id, reference: 'SLIP-7' } }]);
    expect(ledger.cards.open()).toEqual([]);
  });

  it('was being asked when the program was killed', async () => {
    const { ledger, questions, state, clock } = openTill('lost');
    const request = question();
    ledger.cards.ask({ ...request, terminal: 'pad', at: clock.now() }, byCashier);
    state.isThere = false;
    expect(await questions.end(notTaken(request.id))).toMatchObject({ state: 'cancelled' });
  });

  it('is not ended while the customer may still pay, nor against what the terminal says', async () => {
    const { ask, questions, state, ledger, clock } = openTill('lost');
    const request = question();
    ledger.cards.ask({ ...request, terminal: 'pad', at: clock.now() }, byCashier);
    state.answer = { state: 'pending' };
    await expect(questions.end(notTaken(request.id))).rejects.toEqual(failing('card-unresolved'));
    state.answer = approval;
    expect(await questions.end(notTaken(request.id))).toMatchObject({ state: 'approved', reference: 'R1' });
    state.answer = 'lost';
    const { id } = await ask();
    state.answer = { ...approval, taken: 5 };
    // The manager has not seen the other amount yet.
    expect(await questions.end(taken(id))).toMatchObject({ state: 'differs' });
    expect(await questions.end(taken(id))).toMatchObject({ state: 'approved', endedBy: 'Mona', taken: 5 });
  });
});

describe('a payment that a manager ended as not taken', () => {
  const late = (): Alarm => ({
    kind: 'card-late',
    level: 'red',
    payment: 'R1',
    amount: 11_500,
    currency: 'SAR',
  });

  async function endedTill() {
    const till = openTill('lost');
    const { id } = await till.ask();
    till.state.answer = 'gone';
    await till.questions.end(notTaken(id));
    till.questions.start();
    onTestFinished(() => till.questions.stop());
    return { ...till, id };
  }
  const tick = () => new Promise((resolve) => setTimeout(resolve));

  it('is an alarm until it is settled, when the card terminal took it after all', async () => {
    const { questions, ledger, state, clock, id, open } = await endedTill();
    await clock.advance(60_000);
    await tick();
    expect(questions.alarms(clock.now())).toEqual([]);
    state.answer = approval;
    await expect
      .poll(async () => {
        await clock.advance(30_000);
        return questions.alarms(clock.now());
      })
      .toEqual([late()]);
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { actor: 'pad', action: 'card-late', detail: { id, amount: 11_500, taken: 11_500, reference: 'R1' } },
    ]);
    // The payment outlives the program and never expires.
    await clock.advance(48 * 60 * 60_000);
    expect(open().alarms(clock.now())).toEqual([late()]);
    expect(() => ledger.lateCards.settle({ id, at: 1, by: mona, reason: 'Paid', number: 'T1-9' })).toThrow(
      failing('not-found'),
    );
    const settled = ledger.lateCards.settle({ id, at: 1, by: mona, reason: 'Paid back' });
    expect(settled).toMatchObject({ state: 'cancelled', settlement: 'voided' });
    expect(questions.alarms(clock.now())).toEqual([]);
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { actor: 'Mona', action: 'card-settled', detail: { as: 'voided', late: true, taken: 11_500 } },
    ]);
  });

  it('is another alarm where the card terminal gave money back after all', async () => {
    const till = openTill('lost');
    const request = question();
    await till.questions.ask({ ...request, note: request.sale, corrects: ['T1-9'] }, byCashier);
    till.state.answer = 'gone';
    await till.questions.end(notTaken(request.id));
    till.questions.start();
    onTestFinished(() => till.questions.stop());
    till.state.answer = approval;
    await expect
      .poll(async () => {
        await till.clock.advance(30_000);
        return till.questions.alarms(till.clock.now());
      })
      .toEqual([{ ...late(), back: true }]);
  });

  it('is asked for no longer once the card terminal says so, or a day has passed', async () => {
    const tillText = await endedTill();
    tillText.state.answer = { state: 'declined' };
    await expect
      .poll(async () => {
        await tillText.clock.advance(30_000);
        return tillText.ledger.lateCards.watched(tillText.clock.now());
      })
      .toEqual([]);
    const silent = await endedTill();
    expect(silent.ledger.lateCards.watched(silent.clock.now())).toHaveLength(1);
    expect(silent.ledger.lateCards.watched(silent.clock.now() + 25 * 60 * 60_000)).toEqual([]);
  });
});

it('a clock that is set back across an alarm hides no payment', async () => {
  const { ask, questions, clock, open, ledger } = openTill('lost');
  const { id } = await ask();
  const alarm = [{ kind: 'card', why: 'unresolved' }];
  await clock.advance(6 * 60_000);
  expect(questions.alarms(clock.now())).toMatchObject(alarm);
  clock.set(clock.now() - 60 * 60_000);
  expect(questions.alarms(clock.now())).toMatchObject(alarm);
  // The same holds after a restart and for an approval.
  expect(open().alarms(clock.now())).toMatchObject(alarm);
  await questions.end(taken(id));
  clock.set(clock.now() - 24 * 60 * 60_000);
  expect(open().alarms(clock.now())).toMatchObject([{ kind: 'card', why: 'unclaimed' }]);
  expect(ledger.cards.open()).toHaveLength(1);
});

describe('what is kept of a card', () => {
  it('is four digits, whatever a terminal sends', async () => {
    const number = fc
      .tuple(fc.stringMatching(/^[0-9]{13,19}$/), fc.constantFrom('', ' ', '-'), fc.string({ maxLength: 5 }))
      .map(([digits, gap, around]) => around + digits.replace(/(.{4})(?=.)/g, `$1${gap}`) + around);
    const { ask, state, ledger, file } = openTill(approval);
    await fc.assert(
      fc.asyncProperty(number, fc.boolean(), async (text, isApproved) => {
        state.answer = isApproved
          ? { ...approval, reference: text, scheme: text, approvalCode: text, lastFour: text }
          : { state: 'declined', says: text };
        const { id } = await ask(question(randomUUID()));
        expect(ledger.cards.get(id)?.state).toBe(isApproved ? 'approved' : 'declined');
      }),
      { numRuns: 40 },
    );
    const raw = new BetterSqlite3(file, { readonly: true });
    const all = raw
      .prepare(
        `SELECT concat_ws('|', says, reference, approval_code, last_four, scheme) AS kept FROM card_payment
         UNION ALL SELECT detail FROM audit WHERE action = 'card-answered'`,
      )
      .pluck()
      .all() as string[];
    raw.close();
    for (const kept of all)
      for (const part of kept.replaceAll(/"(id|sale)":"[^"]*"/g, '').split(/[|"]/))
        expect(part.replaceAll(/[ -]/g, '')).not.toMatch(/\d{13}/);
  });

  it('is four digits of what a manager copies from the slip, too', async () => {
    const { ask, questions, state, ledger } = openTill('lost');
    const { id } = await ask();
    state.isThere = false;
    const number = '4111 1111 1111 1234';
    const ended = await questions.end({ id, by: mona, slip: number, reason: `Card ${number}` });
    expect(ended.reference).toBe('**** 1234');
    expect(ledger.audit.list({ limit: 1 })[0]).toMatchObject({
      detail: { slip: '**** 1234', reason: 'Card **** 1234' },
    });
  });

  it('keeps what is no card number', () => {
    expect(withoutCardNumber('RRN 123456789012')).toBe('RRN 123456789012');
    expect(withoutCardNumber('DECLINED ٤١١١١١١١١١١١١١١١')).toBe('DECLINED **** ١١١١');
  });
});

it('a ledger restored from a backup with an open payment finds out what became of it', async () => {
  const { ledger, ask, state, clock, questions: till } = openTill('lost');
  const shop = makeShop(ledger);
  const sale = (saleId: string) => ({
    saleId,
    lines: [{ name: 'Coffee', quantity: 1, unitPrice: '115.00' }],
    payments: [{ means: 'card' }],
  });
  const first = await ask();
  const copy = join(testFolder(), 'ledger.db');
  expect(await ledger.copyTo(copy)).toEqual([]);
  // The answer arrives and the sale is issued after the copy was made.
  state.answer = approval;
  await till.status(first.id);
  shop.issue(sale(first.sale));
  const restored = ledgerIn(copy);
  onTestFinished(() => restored.close());
  expect(restored.cards.open()).toMatchObject([{ id: first.id, state: 'unknown' }]);
  const questions = createCardQuestions({
    ledger: restored,
    clock,
    terminal: () => ({
      name: 'pad',
      ask: () => Promise.reject(new Error('it was asked anew')),
      refund: () => Promise.reject(new Error('it was asked anew')),
      status: async () => approval,
      cancel: async () => approval,
    }),
    onChange() {},
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => questions.stop());
  questions.start();
  await clock.advance(0);
  await expect.poll(() => restored.cards.get(first.id)?.state).toBe('approved');
  // The same request is not sent again, and its sale uses the payment.
  const { id, sale: saleId, amount, currency } = first;
  expect((await questions.ask({ id, sale: saleId, amount, currency }, byCashier)).state).toBe('approved');
  const { icv } = makeShop(restored).issue(sale(first.sale));
  expect(restored.facts.payments(icv)).toMatchObject([{ card: { id: first.id } }]);
});
