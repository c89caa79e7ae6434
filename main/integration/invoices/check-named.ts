import { refuseInput } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';

/**
 * Refuses a program's sale that declares a document of another system, which would need a manager at the till.
 * @param mayDeclare true if the program has the permission
 * @throws FailureError `bad-input` `declaring-not-allowed`
 */
export function checkNamed({ corrects = [], prepayments = [] }: Sale, mayDeclare: boolean): void {
  for (const [field, named] of Object.entries({ corrects, prepayments }))
    for (const [index, { number, otherSystem }] of named.entries())
      if (otherSystem !== undefined && !mayDeclare)
        refuseInput(
          [field, index, 'otherSystem'],
          'declaring-not-allowed',
          'needs the scope notes.other-systems',
          { number },
        );
}
