import type { Issue } from '../../../../shared/failure.ts';
import { readInvoice } from '../reading/read-invoice.ts';
import { checkInvoice, violationIssues } from './check-invoice.ts';

/**
 * Returns what the authority would accept with a warning in a document that was issued, as it was found before issuing.
 * @param issuedAt milliseconds since 1970
 */
export function warningsOf(xml: Uint8Array, issuedAt: number): Issue[] {
  const violations = checkInvoice(readInvoice(xml), { issuedAt });
  return violationIssues(violations.filter(({ severity }) => severity === 'warning'));
}
