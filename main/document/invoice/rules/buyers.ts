import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import type { Invoice, Party } from '../invoice.ts';
import { buyerPath } from './places.ts';
import { breach, type Check, error, holds, type Rule, warning } from './rule.ts';
import { isSimplified, isStandard } from './scope.ts';
import { isBlank, isEmptyOrLonger, isLonger, limitOf, saudiVatNumber } from './texts.ts';

type Address = NonNullable<Party['address']>;

const { text: longText, reference: shortText } = saleLimits;

/** `buyer` is undefined on an anonymous sale. */
function buyer(
  broken: (buyer: Party | undefined, invoice: Invoice) => boolean,
  field: readonly string[],
  limit?: number,
): Check {
  return (invoice) =>
    broken(invoice.buyer, invoice) ? breach(buyerPath(invoice, ...field), limitOf(limit)) : holds;
}

function buyerAddress(
  broken: (address: Address | undefined, invoice: Invoice) => boolean,
  field: string | undefined,
  limit?: number,
): Check {
  return buyer(
    (party, invoice) => broken(party?.address, invoice),
    field === undefined ? ['address'] : ['address', field],
    limit,
  );
}

const isSaudi = (address: Address | undefined) => address?.country === 'SA';

/** Reasons about private education and healthcare for citizens: the state pays the VAT and must know the citizen. */
const citizenReasons: readonly string[] = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

function allReasons({ vatBreakdown, prepayments }: Invoice): string[] {
  return [...vatBreakdown, ...prepayments].flatMap(({ exemptionCode }) => exemptionCode ?? []);
}

export const buyerRules: readonly Rule[] = [
  error(
    'BR-CUSTOM-VALIDATION-01',
    buyer(
      (party, invoice) => Boolean(party?.vatNumber) && party?.vatNumber === invoice.seller.vatNumber,
      ['vatNumber'],
    ),
  ),
  error(
    'BR-KSA-44',
    buyer(
      (party) => Boolean(party?.vatNumber) && !saudiVatNumber.test(party?.vatNumber ?? ''),
      ['vatNumber'],
    ),
  ),
  warning(
    'BR-KSA-99',
    buyer(
      (party, invoice) => isStandard(invoice) && party?.vatNumber !== undefined && isBlank(party.vatNumber),
      ['vatNumber'],
    ),
  ),
  warning(
    'BR-KSA-81',
    buyer(
      (party, invoice) =>
        isStandard(invoice) && party?.vatNumber === undefined && isBlank(party?.identification?.value),
      ['vatNumber'],
    ),
  ),
  error('BR-KSA-49', (invoice) =>
    allReasons(invoice).some((reason) => citizenReasons.includes(reason)) &&
    invoice.buyer?.identification?.scheme !== 'NAT'
      ? breach(buyerPath(invoice, 'identification'))
      : holds,
  ),

  warning(
    'BR-KSA-42',
    buyer((party, invoice) => isStandard(invoice) && party?.name === '', ['name']),
  ),
  warning(
    'BR-KSA-F-06-C12',
    buyer(
      (party, invoice) => isStandard(invoice) && isEmptyOrLonger(party?.name, longText),
      ['name'],
      longText,
    ),
  ),
  warning(
    'BR-KSA-F-06-C32',
    buyer((party, invoice) => isSimplified(invoice) && isLonger(party?.name, longText), ['name'], longText),
  ),
  warning('BR-KSA-25', (invoice) => {
    if (!invoice.typeName.startsWith('02') || (invoice.buyer?.name ?? '') !== '') return holds;
    const reasons = allReasons(invoice);
    const onlyForCitizens = reasons.length > 0 && reasons.every((reason) => citizenReasons.includes(reason));
    return onlyForCitizens ? breach(buyerPath(invoice, 'name')) : holds;
  }),

  warning(
    'BR-KSA-10',
    buyerAddress(
      (address, invoice) => isStandard(invoice) && !(address?.country && address.street && address.city),
      undefined,
    ),
  ),
  warning('BR-KSA-63', (invoice) => {
    const address = invoice.buyer?.address;
    if (!isStandard(invoice) || address === undefined || !isSaudi(address)) return holds;
    const missing = (['street', 'building', 'postalCode', 'city', 'district'] as const).find((field) =>
      isBlank(address[field]),
    );
    return missing === undefined ? holds : breach(buyerPath(invoice, 'address', missing));
  }),
  warning(
    'BR-KSA-67',
    buyerAddress(
      (address, invoice) =>
        isStandard(invoice) && isSaudi(address) && !/^\d{5}$/.test(address?.postalCode ?? ''),
      'postalCode',
    ),
  ),
  warning(
    'BR-KSA-F-06-C23',
    buyerAddress(
      (address, invoice) => isStandard(invoice) && isEmptyOrLonger(address?.street ?? '', longText),
      'street',
      longText,
    ),
  ),
  warning(
    'BR-KSA-F-06-C24',
    buyerAddress(
      (address, invoice) => isSimplified(invoice) && isLonger(address?.street, longText),
      'street',
      longText,
    ),
  ),
  warning(
    'BR-KSA-F-06-C25',
    buyerAddress((address, invoice) => isStandard(invoice) && (address?.city ?? '') === '', 'city'),
  ),
  warning(
    'BR-KSA-F-06-C26',
    buyerAddress((address) => isLonger(address?.city, shortText), 'city', shortText),
  ),
  warning(
    'BR-KSA-F-06-C28',
    buyerAddress(
      (address, invoice) => isStandard(invoice) && isSaudi(address) && (address?.district ?? '') === '',
      'district',
    ),
  ),
  warning(
    'BR-KSA-F-06-C29',
    buyerAddress(
      (address, invoice) => isStandard(invoice) && isSaudi(address) && isLonger(address?.district, shortText),
      'district',
      shortText,
    ),
  ),
  warning(
    'BR-KSA-F-06-C11',
    buyerAddress((address) => isLonger(address?.additionalStreet, shortText), 'additionalStreet', shortText),
  ),
  warning(
    'BR-KSA-F-06-C27',
    buyerAddress((address) => isLonger(address?.province, shortText), 'province', shortText),
  ),
];
