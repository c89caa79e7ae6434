import { sellerSchemes } from '../../../../shared/sale/party.ts';
import { saleLimits } from '../../../../shared/sale/sale-limits.ts';
import type { Party } from '../invoice.ts';
import { sellerPath } from './places.ts';
import { breach, type Check, error, holds, type Rule, warning } from './rule.ts';
import { isEmptyOrLonger, isLonger, limitOf, saudiVatNumber } from './texts.ts';

type Address = NonNullable<Party['address']>;

const { text: longText, reference: shortText } = saleLimits;

function seller(broken: (seller: Party) => boolean, field: readonly string[], limit?: number): Check {
  return (invoice) =>
    broken(invoice.seller) ? breach(sellerPath(invoice, ...field), limitOf(limit)) : holds;
}

/** Makes a rule that applies only if the seller has an address. */
function sellerAddress(broken: (address: Address) => boolean, field: string, limit?: number): Check {
  return (invoice) => {
    const { address } = invoice.seller;
    return address !== undefined && broken(address)
      ? breach(sellerPath(invoice, 'address', field), limitOf(limit))
      : holds;
  };
}

export const sellerRules: readonly Rule[] = [
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
    seller((party) => !saudiVatNumber.test(party.vatNumber ?? ''), ['vatNumber']),
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
    // The authority requires this from the seller only if the buyer is Saudi.
    invoice.buyer?.address?.country === 'SA' && isEmptyOrLonger(invoice.seller.address?.district, shortText)
      ? breach(sellerPath(invoice, 'address', 'district'), { limit: shortText })
      : holds,
  ),
];
