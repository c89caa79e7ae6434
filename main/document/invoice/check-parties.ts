import type { Issue } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Invoice, Seller } from './invoice.ts';

/** Reasons about private education and healthcare for citizens: the state pays the VAT and must know the citizen. */
const citizenReasons: readonly (string | undefined)[] = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

/** Returns seller and buyer: on a self-billed sale the terminal's own company is the buyer. */
export function partiesOf(sale: Sale, company: Seller): Pick<Invoice, 'seller' | 'buyer'> {
  return sale.supplier === undefined
    ? { seller: company, buyer: sale.buyer }
    : { seller: sale.supplier, buyer: company };
}

export function checkParties(sale: Sale, { seller, buyer }: Pick<Invoice, 'seller' | 'buyer'>): Issue[] {
  const issues: Issue[] = [];
  if (buyer?.vatNumber === seller.vatNumber)
    issues.push({
      path: [sale.supplier === undefined ? 'buyer' : 'supplier', 'vatNumber'],
      code: 'buyer-is-seller', // This is rule BR-CUSTOM-VALIDATION-01.
      message: 'must not be the VAT number of the other party',
    });
  if (isForCitizens(sale) && buyer?.identification?.scheme !== 'NAT')
    issues.push({
      path: ['buyer', 'identification'],
      code: 'national-id-missing', // This is rule BR-KSA-49.
      message: 'must be a national id (NAT) for private education or healthcare',
    });
  return issues;
}

function isForCitizens({ lines, charges = [], prepayments = [] }: Sale): boolean {
  const taxed = [...lines, ...charges, ...prepayments.flatMap(({ amounts }) => amounts)];
  return taxed.some(({ vat }) => citizenReasons.includes(vat?.reason));
}
