import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { testFolder, testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

const script = fileURLToPath(new URL('issue-sales.ts', import.meta.url));

interface Attempts {
  readonly times: number;
  /** The sale of each of the two processes. */
  readonly sales: readonly [SaleInput, SaleInput];
  /** The time at which both processes begin as other programs. */
  readonly moment?: number;
}

const inTwoProcesses = (file: string, times: number, sale: SaleInput) =>
  attempt(file, { times, sales: [sale, sale] });

async function attempt(file: string, { times, sales, moment = 0 }: Attempts): Promise<Map<string, number>> {
  const answers = await Promise.all(
    sales.map((sale) => {
      const named = [script, file, String(times), JSON.stringify(sale), String(moment)];
      const child = spawn(process.execPath, named, { stdio: ['ignore', 'pipe', 'inherit'] });
      return text(child.stdout);
    }),
  );
  const counts = new Map<string, number>();
  for (const answer of answers.flatMap((each) => each.split('\n').slice(0, -1)))
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return counts;
}

describe('two processes on one ledger', () => {
  it('together give back of an invoice what was sold, and no more', async () => {
    const file = join(testFolder(), 'ledger.db');
    const { issue, look } = makeShop(testLedger(file));
    const { number, uuid } = issue({ lines: [{ name: 'Coffee', quantity: 20, unitPrice: 14 }] });
    const answers = await inTwoProcesses(file, 15, {
      kind: 'creditNote',
      lines: [{ name: 'Coffee', quantity: 1, unitPrice: 14, correctsLine: 1 }],
      corrects: [{ number }],
      reason: 'Returned',
    });
    expect(answers).toEqual(
      new Map([
        ['issued', 20],
        ['returned-too-much', 10],
      ]),
    );
    expect(look(uuid).refusal).toBe('returned-all');
  });

  it('together deduct of an advance what was paid, and no more', async () => {
    const file = join(testFolder(), 'ledger.db');
    const { issue } = makeShop(testLedger(file));
    const { number } = issue({ kind: 'prepayment', lines: [{ name: 'Hall', quantity: 1, unitPrice: 100 }] });
    const answers = await inTwoProcesses(file, 8, {
      lines: [{ name: 'Hall', quantity: 1, unitPrice: 500 }],
      prepayments: [{ number, issueDate: '2026-11-20', issueTime: '13:00:00', amounts: [{ amount: 10 }] }],
    });
    expect(answers).toEqual(
      new Map([
        ['issued', 10],
        ['advance-deducted', 6],
      ]),
    );
  });

  it('as programs that declare one advance of another system at the same moment deduct it once', async () => {
    const file = join(testFolder(), 'ledger.db');
    testLedger(file).close();
    const final = (number: string, total: string): SaleInput => ({
      lines: [{ name: 'Hall', quantity: 1, unitPrice: 500 }],
      prepayments: [
        {
          number,
          issueDate: '2026-01-31',
          issueTime: '10:00:00',
          otherSystem: { total },
          amounts: [{ amount: 100 }],
        },
      ],
    });
    for (let round = 0; round < 4; round += 1) {
      // The same advance is named in another spelling or with another total.
      const [total, refusal] = round % 2 === 0 ? ['100', 'advance-exceeded'] : ['200', 'declared-differs'];
      const answers = await attempt(file, {
        times: 1,
        sales: [final(`OLD-${round}`, '100'), final(`old ${round}`, total ?? '')],
        moment: Date.now() + 2_500,
      });
      expect(answers).toEqual(
        new Map([
          ['issued', 1],
          [refusal, 1],
        ]),
      );
    }
  });
});
