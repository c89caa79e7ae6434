import { fail, type Issue } from '../../../../shared/failure.ts';
import type { Invoice } from '../invoice.ts';

/**
 * Refuses references to a corrected or deducted document of a later day, which rule BR-KSA-04 rejects. Call this when
 * the day of issue is known.
 * @param issueDate `YYYY-MM-DD`, Riyadh
 * @throws FailureError `bad-input` `date-in-future`
 */
export function checkReferences({ corrects, prepayments }: Invoice, issueDate: string): void {
  const issues: Issue[] = [];
  const check = (field: 'corrects' | 'prepayments', index: number, date: string | undefined) => {
    if (date === undefined || date <= issueDate) return;
    issues.push({
      path: [field, index, 'issueDate'],
      code: 'date-in-future',
      message: `must not be after ${issueDate}`,
      params: { limit: issueDate },
    });
  };
  for (const [index, reference] of corrects.entries()) check('corrects', index, reference.issueDate);
  // The lines of one prepayment document share its reference.
  const deducted = new Set(prepayments.map(({ document }) => document));
  for (const [index, document] of [...deducted].entries()) check('prepayments', index, document.issueDate);
  if (issues.length > 0) fail('bad-input', { issues });
}
