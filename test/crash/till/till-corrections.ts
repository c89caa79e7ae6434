import { randomUUID } from 'node:crypto';
import { FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Ask } from '../ask.ts';
import type { TillMessage } from './till-messages.ts';

type Named = { readonly uuid: string; readonly number: string };
type Corrected = Extract<TillMessage, { is: 'corrected' }>;

/** Issues replacements for rejected documents, as a manager would. */
export interface Corrections {
  /** @returns the number of rejected documents that this till had not seen corrected before */
  correctAll(): Promise<number>;
}

export function createCorrections(ask: Ask, onCorrected: (corrected: Corrected) => void): Corrections {
  const done = new Set<string>();

  /** Returns the latest replacement of a document, after any number of replacements. */
  async function latest(named: Named): Promise<Named> {
    const { replacedBy } = await ask('invoice.get', { uuid: named.uuid });
    return replacedBy === undefined ? named : latest(replacedBy);
  }

  /**
   * Updates a note to name the latest replacement, because its invoice may have been rejected and issued again since.
   */
  async function anew(sale: Sale): Promise<Sale> {
    const corrects: Sale['corrects'] = [];
    // The ledger knows the dates of its own documents, and a replacement has another date than the original.
    for (const { number, uuid, issueDate } of sale.corrects ?? [])
      corrects.push(uuid === undefined ? { number, issueDate } : await latest({ number, uuid }));
    return { ...sale, saleId: randomUUID(), ...(corrects.length > 0 && { corrects }) };
  }

  /** @returns false while a refund for it is in progress at the card terminal, or a document that it names is rejected */
  async function correct(rejected: string): Promise<boolean> {
    const { replacedBy } = await ask('invoice.get', { uuid: rejected });
    if (replacedBy !== undefined) return true;
    const sale = await ask('invoice.sale', { uuid: rejected });
    try {
      const { uuid, hash, icv, number } = await ask('sale.correct', { rejected, sale: await anew(sale) });
      onCorrected({ is: 'corrected', rejected, uuid, hash, icv, number });
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const { code, issues = [] } = error.failure;
      if (issues.some((issue) => ['return-under-way', 'corrects-rejected'].includes(issue.code)))
        return false;
      // Another till issued the replacement first.
      if (code !== 'already-reissued') throw error;
    }
    return true;
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
          if (await correct(uuid)) done.add(uuid);
        }
        before = rows.at(-1)?.icv;
      } while (before !== undefined);
      return found;
    },
  };
}
