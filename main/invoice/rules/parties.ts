import { buyerSchemes, sellerSchemes } from '../../../shared/party.ts';
import { saleLimits } from '../../../shared/sale-limits.ts';
import type { Invoice, Party } from '../invoice.ts';
import { countries } from './code-lists.ts';
import { buyerPath, sellerPath } from './places.ts';
import { breach, type Check, error, holds, type Rule, warning } from './rule.ts';
import { isSimplified, isStandard } from './scope.ts';
import { isBlank, isEmptyOrLonger, isLonger } from './texts.ts';

/* Rules on who sells and who buys. */

type Address = NonNullable<Party['address']>;
type Identification = NonNullable<Party['identification']>;

const vatNumber = /^3\d{13}3$/;
const { text: longText, reference: shortText } = saleLimits;

function seller(broken: (seller: Party) => boolean, field: readonly string[], limit?: number): Check {
  return (invoice) =>
    broken(invoice.seller) ? breach(sellerPath(invoice, ...field), limitOf(limit)) : holds;
}

/** Where the seller has an address. */
function sellerAddress(broken: (address: Address) => boolean, field: string, limit?: number): Check {
  return (invoice) => {
    const { address } = invoice.seller;
    return address !== undefined && broken(address)
      ? breach(sellerPath(invoice, 'address', field), limitOf(limit))
      : holds;
  };
}

/** `buyer` is undefined on a sale to nobody in particular. */
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

/** The identification of both parties, or of the buyer alone, where it has one. */
function identification(
  of: 'both' | 'buyer',
  broken: (identification: Identification, schemes: readonly string[]) => boolean,
  field: 'scheme' | 'value',
): Check {
  return (invoice) => {
    const ofBuyer = invoice.buyer?.identification;
    const ofSeller = of === 'both' ? invoice.seller.identification : undefined;
    const isBroken = (each: Identification | undefined, schemes: readonly string[]) =>
      each !== undefined && broken(each, schemes);
    return [
      ...(isBroken(ofSeller, sellerSchemes) ? breach(sellerPath(invoice, 'identification', field)) : holds),
      ...(isBroken(ofBuyer, buyerSchemes) ? breach(buyerPath(invoice, 'identification', field)) : holds),
    ];
  };
}

/** A scheme has digits of one form. */
function digits(of: 'both' | 'buyer', scheme: string, form: RegExp): Check {
  return identification(of, (each) => each.scheme.trim() === scheme && !form.test(each.value), 'value');
}

/** Eight equal digits, or eight that count up or down. */
const madeUp = /01234567|12345678|23456789|76543210|87654321|98765432|(\d)\1{7}/;

const limitOf = (limit: number | undefined) => (limit === undefined ? undefined : { limit });
const isSaudi = (address: Address | undefined) => address?.country === 'SA';

const sellerRules: readonly Rule[] = [
  warning(
    'BR-06',
    seller(({ name }) => name === '', ['name']),
  ),
  warning(
    'BR-KSA-F-06-C10',
    seller(({ name }) => isEmptyOrLonger(name, longText), ['name'], longText),
  ),
  error(
    'BR-KSA-39',
    seller(({ vatNumber }) => !vatNumber, ['vatNumber']),
  ),
  error(
    'BR-KSA-40',
    seller((party) => !vatNumber.test(party.vatNumber ?? ''), ['vatNumber']),
  ),
  warning(
    'BR-KSA-08',
    seller(
      (party) => !(sellerSchemes as readonly string[]).includes(party.identification?.scheme.trim() ?? ''),
      ['identification'],
    ),
  ),
  warning(
    'BR-08',
    seller(({ address }) => address === undefined, ['address']),
  ),
  warning(
    'BR-09',
    sellerAddress(({ country }) => country === '', 'country'),
  ),
  warning('BR-KSA-09', (invoice) => {
    const { address } = invoice.seller;
    if (address === undefined) return holds;
    const missing = (['building', 'district', 'postalCode'] as const).find(
      (field) => address[field] === undefined,
    );
    return missing === undefined ? holds : breach(sellerPath(invoice, 'address', missing));
  }),
  warning(
    'BR-KSA-37',
    seller(({ address }) => !/^\d{4}$/.test(address?.building ?? ''), ['address', 'building']),
  ),
  warning(
    'BR-KSA-66',
    sellerAddress(({ postalCode = '' }) => !/^\d{5}$/.test(postalCode), 'postalCode'),
  ),
  warning(
    'BR-KSA-F-06-C4',
    sellerAddress(({ street }) => isEmptyOrLonger(street, longText), 'street', longText),
  ),
  warning(
    'BR-KSA-F-06-C6',
    sellerAddress(
      ({ additionalStreet }) => isLonger(additionalStreet, shortText),
      'additionalStreet',
      shortText,
    ),
  ),
  warning(
    'BR-KSA-F-06-C7',
    sellerAddress(({ city }) => isEmptyOrLonger(city, shortText), 'city', shortText),
  ),
  warning(
    'BR-KSA-F-06-C8',
    sellerAddress(({ province }) => isLonger(province, shortText), 'province', shortText),
  ),
  warning('BR-KSA-F-06-C9', (invoice) =>
    // The authority asks this of the seller only beside a Saudi buyer.
    isSaudi(invoice.buyer?.address) && isEmptyOrLonger(invoice.seller.address?.district, shortText)
      ? breach(sellerPath(invoice, 'address', 'district'), { limit: shortText })
      : holds,
  ),
];

const buyerRules: readonly Rule[] = [
  error(
    'BR-CUSTOM-VALIDATION-01',
    buyer(
      (party, invoice) => Boolean(party?.vatNumber) && party?.vatNumber === invoice.seller.vatNumber,
      ['vatNumber'],
    ),
  ),
  error(
    'BR-KSA-44',
    buyer((party) => Boolean(party?.vatNumber) && !vatNumber.test(party?.vatNumber ?? ''), ['vatNumber']),
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
  error(
    'BR-KSA-14',
    identification('buyer', ({ scheme }, schemes) => !schemes.includes(scheme.trim()), 'scheme'),
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

const bothRules: readonly Rule[] = [
  warning('BR-CL-14', (invoice) => {
    const isUnknown = (party: Party | undefined) =>
      party?.address !== undefined && !countries.has(party.address.country.trim());
    return [
      ...(isUnknown(invoice.seller) ? breach(sellerPath(invoice, 'address', 'country')) : holds),
      ...(isUnknown(invoice.buyer) ? breach(buyerPath(invoice, 'address', 'country')) : holds),
    ];
  }),
  warning('BR-KSA-F-07', digits('buyer', 'TIN', /^3\d{9}$/)),
  warning('BR-KSA-F-08', digits('both', 'CRN', /^\d{10}$/)),
  warning('BR-KSA-F-09', digits('both', '700', /^7\d{9}$/)),
  warning('BR-KSA-F-10', digits('buyer', 'NAT', /^1\d{9}$/)),
  warning('BR-KSA-F-11', digits('buyer', 'IQA', /^2\d{9}$/)),
  warning(
    'BR-KSA-F-12',
    identification(
      'both',
      ({ scheme }, schemes) => scheme !== scheme.trim() && schemes.includes(scheme.trim()),
      'scheme',
    ),
  ),
  warning(
    'BR-KSA-F-13',
    identification(
      'both',
      ({ scheme, value }, schemes) =>
        schemes.includes(scheme.trim().toUpperCase()) && /^\d+$/.test(value.trim()) && madeUp.test(value),
      'value',
    ),
  ),
];

/** Private education and healthcare for citizens: the state pays the VAT and must know for whom. */
const citizenReasons: readonly string[] = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

/** Why no VAT is charged, of all that is sold or deducted. */
function allReasons({ vatBreakdown, prepayments }: Invoice): string[] {
  return [...vatBreakdown, ...prepayments].flatMap(({ exemptionCode }) => exemptionCode ?? []);
}

export const partyRules: readonly Rule[] = [...sellerRules, ...buyerRules, ...bothRules];
