import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/**
 * Checks a program's credit or debit note, written by hand, for what the till itself leaves to a manager.
 * @param mayDeclare whether the program may correct documents of other systems
 * @throws FailureError `bad-input` `declaring-not-allowed`, `corrects-rejected`
 */
export function checkNote(
  { corrects = [] }: Sale,
  documents: Pick<Ledger['documents'], 'getByNumber' | 'replacedBy'>,
  mayDeclare: boolean,
): void {
  const refuse = (index: number, field: string, code: string, message: string, number: string) =>
    fail('bad-input', { issues: [{ path: ['corrects', index, field], code, message, params: { number } }] });
  for (const [index, { number, otherSystem }] of corrects.entries()) {
    if (otherSystem !== undefined && !mayDeclare)
      refuse(index, 'otherSystem', 'declaring-not-allowed', 'needs the scope notes.other-systems', number);
    const entry = documents.getByNumber(number);
    if (entry?.submission.state !== 'rejected' || documents.replacedBy(entry.uuid) !== undefined) continue;
    refuse(
      index,
      'number',
      'corrects-rejected',
      'was rejected by the authority: issue it anew first',
      number,
    );
  }
}
