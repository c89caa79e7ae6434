import { fail } from '../../../shared/failure.ts';
import type { Customer } from '../../../shared/sale/sale.ts';
import type { Certificate } from '../../document/stamp/certificates/certificate.ts';

/**
 * Returns the customers whose documents a certificate allows, the usual one first: its document types (TSCZ) have one
 * digit for tax invoices, the next for simplified ones. A certificate without document types allows both.
 */
export function certifiedCustomers(certificate: Pick<Certificate, 'documentTypes'> | undefined): Customer[] {
  const { documentTypes = '1100' } = certificate ?? {};
  const customers: Customer[] = [];
  if (documentTypes[1] === '1') customers.push('consumer');
  if (documentTypes[0] === '1') customers.push('business');
  return customers;
}

/**
 * Refuses a document that the authority would reject for the certificate it is stamped with, notes included.
 * @throws FailureError `bad-input` `consumer-not-certified` or `business-not-certified`
 */
export function refuseUncertified(
  { customer }: { readonly customer: Customer },
  certificate: Pick<Certificate, 'documentTypes'> | undefined,
): void {
  if (certifiedCustomers(certificate).includes(customer)) return;
  const what = customer === 'business' ? 'tax invoices for businesses' : 'simplified invoices for consumers';
  fail('bad-input', {
    issues: [
      {
        path: ['customer'],
        code: `${customer}-not-certified`,
        message: `this terminal’s certificate does not allow ${what}`,
      },
    ],
  });
}
