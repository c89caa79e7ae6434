import type { Issue } from '../../../../shared/failure.ts';
import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import type { VatCategory } from '../../../../shared/sale/vat.ts';
import { distance, floorDivide, productInThousandths, readDecimal } from '../amounts/decimals.ts';
import type { InvoiceLine, PrepaymentLine } from '../invoice.ts';
import { eachDocumentLine } from './places.ts';
import { type Check, each, error, type Rule, warning } from './rule.ts';
import { isWrongRate } from './scope.ts';
import { isLonger } from './texts.ts';

function eachLine(broken: (line: InvoiceLine) => boolean, field?: string, params?: Issue['params']): Check {
  const path = field === undefined ? [] : [field];
  return ({ lines }) => each(lines, broken, (_, index) => ['lines', index, ...path], params);
}

function everyLine(
  broken: (line: InvoiceLine | PrepaymentLine) => boolean,
  field?: string,
  params?: Issue['params'],
): Check {
  const path = field === undefined ? [] : [field];
  return (invoice) => eachDocumentLine(invoice, broken, { line: path, prepayment: path }, params);
}

/** Checks the item's own rate, which must be above zero if VAT is charged, otherwise zero. */
function rateOf(category: VatCategory): Check {
  return (invoice) =>
    eachDocumentLine(invoice, ({ vat }) => vat.category === category && isWrongRate(vat), {
      line: ['vat', 'rate'],
      prepayment: ['amounts'],
    });
}

const itemId = (field: 'barcode' | 'sellerItemId' | 'buyerItemId') =>
  eachLine((line) => isLonger(line[field], saleLimits.reference), field, { limit: saleLimits.reference });

/**
 * Checks BR-KSA-EN16931-11 in thousandths: quantity × price truncated after three decimals, plus charges and less
 * allowances, is rounded to two decimals and may differ by one hundredth.
 */
function isNetWrong({ quantity, price, allowanceCharges, net }: InvoiceLine): boolean {
  const sold = readDecimal(quantity);
  const each = readDecimal(price);
  if (sold === undefined || each === undefined) return true;
  let thousandths = productInThousandths(sold, each);
  for (const { charge, amount } of allowanceCharges) thousandths += BigInt(amount) * (charge ? 10n : -10n);
  return distance(floorDivide(thousandths + 5n, 10n), BigInt(net)) > 1n;
}

export const lineRules: readonly Rule[] = [
  warning(
    'BR-21',
    everyLine(({ id }) => id === ''),
  ),
  error(
    'BR-KSA-F-06-C17',
    everyLine(({ id }) => id === '' || isLonger(id, 6)),
  ),
  error(
    'BR-22',
    eachLine(({ quantity }) => quantity === '0', 'quantity'),
  ),
  warning(
    'BR-KSA-F-06-C18',
    eachLine(({ unit }) => isLonger(unit, saleLimits.reference), 'unit', { limit: saleLimits.reference }),
  ),
  warning(
    'BR-25',
    everyLine(({ name }) => name === '', 'name'),
  ),
  warning(
    'BR-KSA-F-06-C19',
    everyLine(({ name }) => isLonger(name, saleLimits.text) || !isLonger(name, 2), 'name', {
      minimum: 3,
      limit: saleLimits.text,
    }),
  ),
  // The pattern accepts digits of any script, as XPath's \d does.
  warning(
    'BR-KSA-F-C-01',
    everyLine(({ name }) => /^\p{Nd}+$/u.test(name), 'name'),
  ),
  warning(
    'BR-KSA-51',
    eachLine(({ net, vatAmount, gross }) => gross !== net + vatAmount),
  ),
  warning('BR-KSA-EN16931-11', eachLine(isNetWrong)),
  warning('BR-S-05', rateOf('S')),
  error('BR-Z-05', rateOf('Z')),
  error('BR-E-05', rateOf('E')),
  error('BR-KSA-11', rateOf('O')),
  warning('BR-KSA-F-06-C20', itemId('barcode')),
  warning('BR-KSA-F-06-C30', itemId('buyerItemId')),
  warning('BR-KSA-F-06-C31', itemId('sellerItemId')),
];
