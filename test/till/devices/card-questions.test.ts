import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createCardQuestions } from '../../../main/till/devices/card/card-questions.ts';
import { createSimulatorClient } from '../../../main/till/devices/card/simulator-client.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { failing } from '../../books/ledger/support.ts';
import { byCashier } from '../../support/run/callers.ts';
import { openCardTill, openQuestions, question } from './card-till.ts';
import type { Cut } from './cuttable-wire.ts';

const mona = { kind: 'person', name: 'Mona', role: 'manager' } as const;

const paidByCard = (saleId: string, amount = '115.00'): SaleInput => ({
  saleId,
  lines: [{ name: 'Coffee', quantity: 1, unitPrice: '115.00' }],
  payments:
    amount === '115.00'
      ? [{ means: 'card' }]
      : [
          { means: 'cash', amount: '15.00' },
          { means: 'card', amount },
        ],
});

describe('a payment at the card terminal', () => {
  it('is approved with what the terminal says of it', async () => {
    const { ledger, ask } = await openCardTill();
    const request = question();
    expect(await ask(request)).toMatchObject({
      ...request,
      state: 'approved',
      reference: 'SIM000001',
      approvalCode: '000001',
      lastFour: '0000',
      scheme: 'SIMULATOR',
    });
    expect(ledger.audit.list({ limit: 2 }).map(({ action, actor }) => [action, actor])).toEqual([
      ['card-answered', 'simulator'],
      ['card-asked', 'Sami'],
    ]);
  });

  it('is declined in the terminal’s words, and another may be asked for', async () => {
    const { simulator, ask } = await openCardTill();
    simulator.setOutcome('decline');
    const request = question();
    expect(await ask(request)).toMatchObject({ state: 'declined', says: 'DECLINED' });
    simulator.setOutcome('approve');
    expect(await ask(question(request.sale))).toMatchObject({ state: 'approved' });
  });

  it('ends when the customer does not pay, and when the cashier gives it up', async () => {
    const { simulator, ask, questions, ledger } = await openCardTill({ timeoutMs: 20 });
    simulator.setOutcome('timeOut');
    expect(await ask()).toMatchObject({ state: 'declined', says: 'NO CARD PRESENTED' });
    const patient = await openCardTill();
    patient.simulator.setOutcome('timeOut');
    const request = question();
    const asking = patient.ask(request);
    await expect.poll(() => patient.wire.passed.length).toBe(1);
    expect(await patient.questions.status(request.id)).toMatchObject({ state: 'asked' });
    expect(await patient.questions.cancel(request.id)).toMatchObject({
      state: 'cancelled',
      says: 'CANCELLED',
    });
    expect(await asking).toMatchObject({ state: 'cancelled' });
    expect(ledger.cards.open()).toEqual([]);
    await questions.stop();
  });

  it('whose answer was lost blocks another one of its sale, and is asked for, not charged again', async () => {
    const { simulator, ask, questions, wire } = await openCardTill();
    simulator.setOutcome('loseAnswer');
    const request = question();
    expect(await ask(request)).toMatchObject({ state: 'unknown' });
    await expect(ask(question(request.sale))).rejects.toEqual(failing('card-unresolved'));
    expect(await questions.status(request.id)).toMatchObject({ state: 'approved', reference: 'SIM000001' });
    // A repeated request with the same ID does not make another payment.
    expect(await ask(request)).toMatchObject({ state: 'approved', reference: 'SIM000001' });
    expect(wire.passed.filter((line) => line.includes('"ask"'))).toHaveLength(1);
  });

  it('is refused under the id of another one', async () => {
    const { ask } = await openCardTill();
    const request = question();
    await ask(request);
    await expect(ask({ ...request, amount: 1 })).rejects.toEqual(failing('sale-differs'));
  });

  it('needs a terminal, and the same one to be asked what became of it', async () => {
    const { ledger, clock, simulator, ask } = await openCardTill();
    simulator.setOutcome('loseAnswer');
    const { id } = await ask();
    const options = { ledger, clock, onChange() {}, onError() {} };
    const none = createCardQuestions({ ...options, terminal: () => undefined });
    await expect(none.ask(question(), byCashier)).rejects.toEqual(failing('no-card-terminal'));
    await expect(none.status(id)).rejects.toEqual(failing('no-card-terminal'));
    const client = createSimulatorClient(async () => simulator.port, systemClock);
    const other = createCardQuestions({ ...options, terminal: () => ({ ...client, name: 'another' }) });
    await expect(other.status(id)).rejects.toEqual(failing('no-card-terminal'));
    expect(ledger.cards.get(id)?.state).toBe('unknown');
  });

  it('is cancelled when the terminal could not be reached at all', async () => {
    const { ledger, clock, simulator } = await openCardTill();
    await simulator.stop();
    const request = question();
    await expect(openQuestions(ledger, simulator.port, clock).ask(request, byCashier)).rejects.toEqual(
      failing('no-card-terminal'),
    );
    expect(ledger.cards.get(request.id)?.state).toBe('cancelled');
  });
});

describe('a wire that is cut', () => {
  const cuts: [Cut, 'approved' | 'cancelled'][] = [
    ['atOnce', 'cancelled'],
    ['behindQuestion', 'approved'],
    ['beforeAnswer', 'approved'],
    ['withinAnswer', 'approved'],
  ];

  it.each(cuts)('%s leaves the payment unknown, until the terminal says that it is %s', async (cut, end) => {
    const { ask, questions, wire, simulator } = await openCardTill();
    wire.cutAt(cut);
    const request = question();
    expect(await ask(request)).toMatchObject({ state: 'unknown' });
    // A connection that stays cut changes nothing.
    wire.cutAt('atOnce');
    expect(await questions.status(request.id)).toMatchObject({ state: 'unknown' });
    wire.cutAt('nowhere');
    await expect.poll(async () => (await questions.status(request.id)).state).toBe(end);
    // A request in transit is refused once the terminal has reported that it knows no such payment.
    const late = createSimulatorClient(async () => simulator.port, systemClock);
    expect(await late.ask(request)).toMatchObject({ state: end });
  });

  it('any number of times, and with any presses meanwhile, charges once or not at all', async () => {
    const till = await openCardTill();
    const cut = fc.constantFrom<Cut>('nowhere', 'atOnce', 'behindQuestion', 'beforeAnswer', 'withinAnswer');
    const press = fc.constantFrom('ask', 'status', 'cancel');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(press, cut), { minLength: 1, maxLength: 6 }), async (presses) => {
        const request = question();
        const ends = [];
        till.wire.cutAt(presses[0]?.[1] ?? 'nowhere');
        ends.push((await till.ask(request)).state);
        for (const [what, where] of presses) {
          till.wire.cutAt(where);
          if (what === 'ask') ends.push((await till.ask(request)).state);
          else ends.push((await till.questions[what](request.id)).state);
        }
        till.wire.cutAt('nowhere');
        const resolved = async () => (await till.questions.status(request.id)).state;
        await expect.poll(resolved).toMatch(/approved|cancelled/);
        ends.push(await resolved());
        // A final outcome never changes.
        const final = ends.filter((end) => end === 'approved' || end === 'cancelled');
        expect(new Set(final).size).toBe(1);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the sale of an approved payment', () => {
  it('takes it in its own transaction, with its reference beside the document', async () => {
    const { ledger, ask } = await openCardTill();
    const shop = makeShop(ledger);
    const request = question(randomUUID(), 10_000);
    const other = await ask(question());
    const { id } = await ask(request);
    const { icv, number } = shop.issue(paidByCard(request.sale, '100.00'));
    expect(ledger.facts.payments(icv)).toEqual([
      { means: 'cash', amount: 1_500 },
      {
        means: 'card',
        amount: 10_000,
        card: { id, reference: 'SIM000002', approvalCode: '000002', lastFour: '0000', scheme: 'SIMULATOR' },
      },
    ]);
    expect(ledger.cards.get(id)).toMatchObject({ document: number });
    expect(ledger.audit.list({ limit: 1 })[0]?.detail).toMatchObject({ cards: [id] });
    expect(ledger.cards.open().map((payment) => payment.id)).toEqual([other.id]);
    await expect(ask(question(request.sale))).rejects.toEqual(failing('sale-differs'));
  });

  it('takes none of another amount or means; an alarm asks a manager what became of it', async () => {
    const { ledger, ask, questions, clock } = await openCardTill();
    const shop = makeShop(ledger);
    const request = question();
    const { id } = await ask(request);
    const { number } = shop.issue({ ...paidByCard(request.sale), payments: [{ means: 'cash' }] });
    expect(questions.alarms(clock.now())).toEqual([]);
    const alarm = { kind: 'card', level: 'amber', count: 1, why: 'unclaimed' };
    expect(questions.alarms(clock.now() + 10 * 60_000)).toEqual([alarm]);
    const settling = { id, at: clock.now(), by: mona, reason: 'Paid twice' };
    expect(() => ledger.cards.settle({ ...settling, number: 'T1-999999' })).toThrow();
    expect(ledger.cards.settle({ ...settling, number })).toMatchObject({
      settlement: 'belongs',
      document: number,
    });
    expect(() => ledger.cards.settle(settling)).toThrow();
    expect(questions.alarms(clock.now() + 10 * 60_000)).toEqual([]);
    const voided = await ask(question());
    expect(ledger.cards.settle({ ...settling, id: voided.id })).toMatchObject({ settlement: 'voided' });
    expect(ledger.audit.list({ limit: 1 })[0]).toMatchObject({
      actor: 'Mona',
      action: 'card-settled',
      detail: { as: 'voided', reason: 'Paid twice' },
    });
  });

  it('goes on in cash while nobody knows of the card, and tells the manager', async () => {
    const { ledger, ask, simulator, questions, clock } = await openCardTill();
    const shop = makeShop(ledger);
    simulator.setOutcome('loseAnswer');
    const request = question();
    await ask(request);
    shop.issue({ ...paidByCard(request.sale), payments: [{ means: 'cash' }] });
    const alarm = { kind: 'card', level: 'amber', count: 1 };
    expect(questions.alarms(clock.now() + 10 * 60_000)).toEqual([{ ...alarm, why: 'unresolved' }]);
    await questions.status(request.id);
    expect(questions.alarms(clock.now() + 10 * 60_000)).toEqual([{ ...alarm, why: 'unclaimed' }]);
  });

  it('is looked for by itself after a restart', async () => {
    const { ledger, ask, simulator, clock, wire } = await openCardTill();
    simulator.setOutcome('loseAnswer');
    const { id } = await ask();
    const next = openQuestions(ledger, wire.port, clock);
    wire.cutAt('atOnce');
    next.start();
    await clock.advance(0);
    await expect.poll(() => ledger.cards.get(id)?.state).toBe('unknown');
    wire.cutAt('nowhere');
    await expect
      .poll(async () => {
        await clock.advance(30_000);
        return ledger.cards.get(id)?.state;
      })
      .toBe('approved');
  });
});
