import { currencies, paymentCodes } from '../../../../shared/sale/codes.ts';
import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import { buyerPath, notePath } from './places.ts';
import { breach, type Check, each, error, holds, type Rule, warning } from './rule.ts';
import { isSimplifiedSummary, writtenSupplyDate } from './scope.ts';
import { isBlank, isDate, isEmptyOrLonger, isLonger } from './texts.ts';

/* Rules on the whole document: number, type, dates of supply, currency, references, payment. */

const numberPath = ['company', 'terminal', 'numberPrefix'];

const hasNoCurrency: Check = ({ currency }) => (currency === '' ? breach(['currency']) : holds);
const isUnknownCurrency: Check = ({ currency }) =>
  currencies.has(currency.trim()) ? holds : breach(['currency']);

function paymentMeans(broken: (code: string) => boolean): Check {
  return ({ payments }) =>
    each(
      payments,
      ({ code }) => broken(code.trim()),
      (_, index) => ['payments', index, 'means'],
    );
}

/** The rules support only one account, so a second one makes the authority's program fail (see RULES.md). */
function onePayment(field: 'account' | 'terms', broken: (text: string) => boolean, limit: number): Check {
  return ({ payments }) => {
    const given = payments.flatMap((payment, index) => {
      const text = payment[field];
      return text === undefined ? [] : [{ text, path: ['payments', index, field] }];
    });
    const [first, second] = given;
    if (first === undefined) return holds;
    if (second !== undefined) return breach(second.path, { limit }, 'error');
    return broken(first.text) ? breach(first.path, { limit }) : holds;
  };
}

function longReference(field: 'orderReference' | 'contractReference'): Check {
  const limit = saleLimits.reference;
  return (invoice) => (isLonger(invoice[field], limit) ? breach([field], { limit }) : holds);
}

export const headerRules: readonly Rule[] = [
  warning('BR-02', (_, { number }) => (number === '' ? breach(numberPath) : holds)),
  warning('BR-KSA-F-06-C1', (_, { number }) =>
    isLonger(number, saleLimits.reference) ? breach(numberPath, { limit: saleLimits.reference }) : holds,
  ),
  error('BR-16', ({ lines, prepayments }) =>
    lines.length + prepayments.length === 0 ? breach(['lines']) : holds,
  ),

  error('BR-KSA-06', ({ typeName }) => (/^0[12][01]{5,7}$/.test(typeName) ? holds : breach(['special']))),
  warning('BR-KSA-F-06-C40', ({ typeName }) =>
    typeName.length >= 7 && typeName.length <= 9 ? holds : breach(['special']),
  ),
  error('BR-KSA-07', ({ typeName }) =>
    typeName[4] === '1' && typeName[6] === '1' ? breach(['special', 'selfBilled']) : holds,
  ),
  error('BR-KSA-31', (invoice) =>
    /^02(?![01]{4}0)/.test(invoice.typeName) ? breach(['special', 'selfBilled']) : holds,
  ),
  error('BR-KSA-92', ({ typeName, contractReference }) =>
    /^0[12].{6}1$/.test(typeName) && isBlank(contractReference) ? breach(['contractReference']) : holds,
  ),

  warning('BR-KSA-15', (invoice, context) =>
    invoice.typeName.startsWith('01') &&
    invoice.typeCode === '388' &&
    isBlank(writtenSupplyDate(invoice, context))
      ? breach(['supplyDate'])
      : holds,
  ),
  warning('BR-KSA-35', (invoice, context) =>
    // Without a supply date the document has no end date either.
    invoice.supplyEndDate !== undefined && isBlank(writtenSupplyDate(invoice, context) ?? 'none')
      ? breach(['supplyDate'])
      : holds,
  ),
  warning('BR-KSA-36', (invoice, context) => {
    const start = writtenSupplyDate(invoice, context);
    const end = invoice.supplyEndDate;
    const isBackward = start !== undefined && end !== undefined && end < start;
    return isBackward && isDate(start) && isDate(end) ? breach(['supplyEndDate']) : holds;
  }),
  warning('BR-KSA-71', (invoice) =>
    isSimplifiedSummary(invoice) && isBlank(invoice.buyer?.name) ? breach(buyerPath(invoice, 'name')) : holds,
  ),
  error('BR-KSA-72', (invoice) => {
    if (!isSimplifiedSummary(invoice) || invoice.buyer?.address?.country !== 'SA') return holds;
    if (invoice.supplyDate === undefined) return breach(['supplyDate']);
    return invoice.supplyEndDate === undefined ? breach(['supplyEndDate']) : holds;
  }),

  error('BR-05', hasNoCurrency),
  error('BR-CL-03', (invoice, context) =>
    invoice.currency === '' ? holds : isUnknownCurrency(invoice, context),
  ),
  error('BR-CL-04', isUnknownCurrency),
  error('BR-KSA-CL-01', isUnknownCurrency),
  error('BR-KSA-CL-02', hasNoCurrency),
  warning('BR-KSA-87', ({ currency, exchangeRate }) =>
    exchangeRate !== undefined && (exchangeRate === '' || currency === '') ? breach(['exchangeRate']) : holds,
  ),
  error('BR-KSA-90', ({ exchangeRate = '' }) =>
    exchangeRate.trim().length > saleLimits.exchangeRate
      ? breach(['exchangeRate'], { limit: saleLimits.exchangeRate })
      : holds,
  ),

  warning('BR-KSA-F-06-C2', ({ notes }) =>
    each(
      notes,
      (note) => isLonger(note, saleLimits.text),
      (_, index) => notePath(index),
      { limit: saleLimits.text },
    ),
  ),
  warning('BR-KSA-F-06-C3', longReference('orderReference')),
  warning('BR-KSA-F-06-C5', longReference('contractReference')),

  warning(
    'BR-CL-16',
    paymentMeans((code) => !paymentCodes.has(code) && code !== '69'),
  ),
  warning(
    'BR-KSA-16',
    paymentMeans((code) => !paymentCodes.has(code)),
  ),
  warning(
    'BR-KSA-F-06-C14',
    onePayment('terms', (terms) => isEmptyOrLonger(terms, saleLimits.text), saleLimits.text),
  ),
  warning(
    'BR-KSA-F-06-C15',
    onePayment('account', (account) => isLonger(account, saleLimits.reference), saleLimits.reference),
  ),
];
