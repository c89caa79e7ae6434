import { fail } from '../../shared/failure.ts';
import type { Invoice } from './invoice.ts';

/**
 * Refuses to correct a document of a later day: rule BR-KSA-04 rejects it. Checked when the day of issue is known.
 * @param issueDate `YYYY-MM-DD`, Riyadh
 * @throws FailureError `bad-input` `date-in-future`
 */
export function checkReferences(invoice: Invoice, issueDate: string): void {
  const issues = invoice.corrects.flatMap((reference, index) =>
    reference.issueDate === undefined || reference.issueDate <= issueDate
      ? []
      : [
          {
            path: ['corrects', index, 'issueDate'],
            code: 'date-in-future',
            message: `must not be after ${issueDate}`,
            params: { limit: issueDate },
          },
        ],
  );
  if (issues.length > 0) fail('bad-input', { issues });
}
