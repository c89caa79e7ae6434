import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HandOver, handOverOf, handOverRules } from '../../../shared/hand-over.ts';
import { submissionStates } from '../../../shared/status.ts';
import { buyer, openShop } from './shop.ts';

/* Tests the rule for handing over documents, and the paper that depends on it. */

const dueAt = 1_000;
const coffee = { name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' };

describe('the rule', () => {
  test.each(submissionStates)(
    'a consumer’s document is handed over at once, unless it is rejected: %s',
    (state) => {
      for (const rule of handOverRules)
        for (const now of [0, 5_000])
          expect(handOverOf({ mode: 'reporting', state, dueAt }, rule, now)).toBe(
            state === 'rejected' ? 'no' : 'yes',
          );
    },
  );

  const cases: [state: (typeof submissionStates)[number], now: number, usual: HandOver, strict: HandOver][] =
    [
      ['waiting', 0, 'wait', 'wait'],
      ['sending', 0, 'wait', 'wait'],
      ['parked', 0, 'wait', 'wait'],
      ['waiting', dueAt, 'uncleared', 'overdue'],
      ['sending', dueAt, 'uncleared', 'overdue'],
      ['parked', dueAt, 'uncleared', 'overdue'],
      ['accepted', 0, 'yes', 'yes'],
      ['rejected', dueAt, 'no', 'no'],
    ];
  test.each(cases)(
    'a business’s document that is %s at %d: %s, or %s by the stricter reading',
    (state, now, usual, strict) => {
      const document = { mode: 'clearance', state, dueAt } as const;
      expect(handOverOf(document, 'afterPatience', now)).toBe(usual);
      expect(handOverOf(document, 'clearedFirst', now)).toBe(strict);
    },
  );
});

describe('paper', () => {
  let shop: ReturnType<typeof openShop>;
  beforeAll(() => {
    shop = openShop();
  });
  afterAll(() => shop.close());

  const refusal = 'Not cleared yet: not to be handed over';
  const follows = 'Not cleared yet: the cleared invoice follows';

  test('says the same as the screen, before and after the minutes that a buyer waits, by both readings', async () => {
    const { uuid } = shop.sell({ customer: 'business', buyer, lines: [coffee] });
    const paper = () => shop.receipts.html(uuid, 'roll80') ?? '';
    expect(paper()).toContain(refusal);
    const dueAt = shop.ledger.documents.get(uuid)?.submission.dueAt ?? 0;
    await shop.clock.advance(dueAt - shop.clock.now());
    expect(paper()).toContain(follows);
    expect(paper()).not.toContain(refusal);
    shop.choose('clearedFirst');
    expect(paper()).toContain(refusal);
    expect(paper()).not.toContain(follows);
    shop.choose('afterPatience');
    const consumer = shop.sell({ lines: [coffee] });
    expect(shop.receipts.html(consumer.uuid, 'roll80')).not.toContain('Not cleared yet');
  });
});
