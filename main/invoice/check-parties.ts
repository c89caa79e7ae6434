import type { Issue } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Seller } from './invoice.ts';

/** Private education and healthcare for citizens: the state pays the VAT and must know for whom. */
const citizenReasons: readonly (string | undefined)[] = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

/** What the authority would reject about seller and buyer together, so that it is said before a number is used up. */
export function checkParties(sale: Sale, seller: Seller): Issue[] {
  const issues: Issue[] = [];
  if (sale.buyer?.vatNumber === seller.vatNumber)
    issues.push({
      path: ['buyer', 'vatNumber'],
      code: 'buyer-is-seller', // BR-CUSTOM-VALIDATION-01
      message: 'must not be the VAT number of the seller',
    });
  const forCitizens = sale.lines.some((line) => citizenReasons.includes(line.vat.reason));
  if (forCitizens && sale.buyer?.identification?.scheme !== 'NAT')
    issues.push({
      path: ['buyer', 'identification'],
      code: 'national-id-missing', // BR-KSA-49
      message: 'must be a national id (NAT) for private education or healthcare',
    });
  return issues;
}
