import { buyerSchemes, sellerSchemes } from '../../../../shared/sale/party.ts';
import type { Party } from '../invoice.ts';
import { countries } from './code-lists.ts';
import { buyerPath, sellerPath } from './places.ts';
import { breach, type Check, error, holds, type Rule, warning } from './rule.ts';

type Identification = NonNullable<Party['identification']>;

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

function digits(of: 'both' | 'buyer', scheme: string, form: RegExp): Check {
  return identification(of, (each) => each.scheme.trim() === scheme && !form.test(each.value), 'value');
}

/** Eight equal, rising or falling digits, as in an invented number. */
const madeUp = /01234567|12345678|23456789|76543210|87654321|98765432|(\d)\1{7}/;

export const partyRules: readonly Rule[] = [
  error(
    'BR-KSA-14',
    identification('buyer', ({ scheme }, schemes) => !schemes.includes(scheme.trim()), 'scheme'),
  ),
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
