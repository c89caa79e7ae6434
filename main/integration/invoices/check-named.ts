import { refuseInput } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/**
 * Checks the earlier documents that a program's sale names, in cases that would need a manager at the till.
 * @param mayDeclare true if the program may name documents of other systems
 * @throws FailureError `bad-input` `declaring-not-allowed`, `corrects-rejected`
 */
export function checkNamed(
  { corrects = [], prepayments = [] }: Sale,
  documents: Pick<Ledger['documents'], 'getByNumber' | 'replacedBy'>,
  mayDeclare: boolean,
): void {
  for (const [field, named] of Object.entries({ corrects, prepayments }))
    for (const [index, { number, otherSystem }] of named.entries())
      if (otherSystem !== undefined && !mayDeclare)
        refuseInput(
          [field, index, 'otherSystem'],
          'declaring-not-allowed',
          'needs the scope notes.other-systems',
          { number },
        );
  for (const [index, { number }] of corrects.entries()) {
    const entry = documents.getByNumber(number);
    if (entry?.submission.state !== 'rejected' || documents.replacedBy(entry.uuid) !== undefined) continue;
    refuseInput(
      ['corrects', index, 'number'],
      'corrects-rejected',
      'was rejected by the authority: issue it again first',
      { number },
    );
  }
}
