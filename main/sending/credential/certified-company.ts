import type { Company } from '../../../shared/company.ts';
import { fail, type Issue } from '../../../shared/failure.ts';

export const certifiedFields = ['vatNumber', 'certificate', 'terminal'] as const;

export function refuseCertifiedChange(before: Company, after: Company): void {
  const changed = certifiedFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const issues = changed.map(
    (field): Issue => ({ path: [field], code: 'fixed', message: 'is in the certificate' }),
  );
  if (issues.length > 0) fail('bad-input', { issues });
}
