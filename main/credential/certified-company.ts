import type { Company } from '../../shared/company.ts';
import { fail, type Issue } from '../../shared/failure.ts';

/** The fields of the company that the certificate holds. */
export const certifiedFields = ['vatNumber', 'certificate', 'terminal'] as const;

/** Refuses a change of what the certificate holds. @throws FailureError `bad-input` */
export function refuseCertifiedChange(before: Company, after: Company): void {
  const changed = certifiedFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const issues = changed.map(
    (field): Issue => ({ path: [field], code: 'fixed', message: 'is in the certificate' }),
  );
  if (issues.length > 0) fail('bad-input', { issues });
}
