import { riyadhDateTime } from '../invoice/riyadh-time.ts';
import type { DocumentFacts } from '../stamp/read-document.ts';
import { error, type Finding } from './finding.ts';

const reportWithin = 24 * 60 * 60 * 1000;

/**
 * The authority's business rules, as far as the sandbox applies them.
 * @param now milliseconds since 1970
 */
export function checkRules(facts: DocumentFacts, now: number): Finding[] {
  const findings: Finding[] = [];
  // The rule compares dates, not times.
  if (facts.issueDate > riyadhDateTime(now).date)
    findings.push(
      error(
        'BR-KSA-04',
        'KSA',
        'The issue date (BT-2) must be the current date or before it',
        'يجب أن يكون تاريخ إصدار الفاتورة مساويا لتاريخ اليوم أو قبله',
      ),
    );
  if (facts.simplified && now - Date.parse(`${facts.issuedAt}+03:00`) > reportWithin)
    findings.push({
      status: 'WARNING',
      code: 'BR-KSA-98',
      category: 'KSA',
      message: {
        en: 'A simplified invoice must be reported within 24 hours of its issue',
        ar: 'يجب الإبلاغ عن الفاتورة المبسطة خلال 24 ساعة من إصدارها',
      },
    });
  return findings;
}
