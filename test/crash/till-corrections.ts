import { randomUUID } from 'node:crypto';
import { FailureError } from '../../shared/failure.ts';
import type { Ask } from './ask.ts';
import type { TillNews } from './till-messages.ts';

type Corrected = Extract<TillNews, { is: 'corrected' }>;

/** Issues anew what the authority rejected, as a manager would. */
export interface Corrections {
  /** @returns how many rejected documents there were that this till had not seen corrected before */
  correctAll(): Promise<number>;
}

export function createCorrections(ask: Ask, onCorrected: (news: Corrected) => void): Corrections {
  const done = new Set<string>();

  async function correct(rejected: string): Promise<void> {
    const { replacedBy } = await ask('invoice.get', { uuid: rejected });
    if (replacedBy !== undefined) return;
    const sale = await ask('invoice.sale', { uuid: rejected });
    try {
      const { uuid, hash, icv, number } = await ask('sale.correct', {
        rejected,
        sale: { ...sale, saleId: randomUUID() },
      });
      onCorrected({ is: 'corrected', rejected, uuid, hash, icv, number });
    } catch (error) {
      // Another till was faster.
      if (!(error instanceof FailureError) || error.failure.code !== 'already-reissued') throw error;
    }
  }

  return {
    async correctAll() {
      let found = 0;
      let before: number | undefined;
      do {
        const { rows } = await ask('invoice.list', {
          states: ['rejected'],
          ...(before !== undefined && { before }),
        });
        for (const { uuid } of rows) {
          if (done.has(uuid)) continue;
          found += 1;
          await correct(uuid);
          done.add(uuid);
        }
        before = rows.at(-1)?.icv;
      } while (before !== undefined);
      return found;
    },
  };
}
