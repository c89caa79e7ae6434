import type { SettleTax } from '../../../main/document/invoice/amounts/group-tax.ts';
import type { SaleInput, SaleKind } from '../../../shared/sale/sale.ts';

/* The building blocks of the matrix's sales. */

export interface NamedSale {
  /** A unique name, made of words with slashes between them. */
  readonly name: string;
  readonly sale: SaleInput;
  /** The settlement of a return, which states its tax as the till does. */
  readonly settle?: SettleTax | undefined;
  /** The rules that accept its document with a warning. */
  readonly warns?: readonly string[];
}

export type Line = SaleInput['lines'][number];
export type Vat = NonNullable<Line['vat']>;
export type Customer = 'consumer' | 'business';

export const customers: readonly Customer[] = ['consumer', 'business'];
export const pricings = ['includeVat', 'excludeVat'] as const;

export const saudiAddress = {
  street: 'صلاح الدين | Salah Al-Din',
  building: '1111',
  district: 'المروج | Al-Murooj',
  city: 'الرياض | Riyadh',
  postalCode: '12222',
};

export const saudiBuyer: NonNullable<SaleInput['buyer']> = {
  name: 'شركة نماذج فاتورة المحدودة | Fatoora Samples LTD',
  vatNumber: '399999999800003',
  address: saudiAddress,
};

export const foreignBuyer: NonNullable<SaleInput['buyer']> = {
  name: 'Florida Steel Factory',
  identification: { scheme: 'OTH', value: 'US1029384756' },
  address: { street: 'Canadian Street', city: 'Houston', postalCode: '77001', country: 'US' },
};

export const citizen: NonNullable<SaleInput['buyer']> = {
  name: 'علي الأحمد | Ali Al-Ahmad',
  identification: { scheme: 'NAT', value: '1092837465' },
  address: saudiAddress,
};

export const standard: Vat = { category: 'S', rate: 15 };
export const reduced: Vat = { category: 'S', rate: 5 };
export const zero: Vat = { category: 'Z', reason: 'VATEX-SA-35' };
export const exempt: Vat = { category: 'E', reason: 'VATEX-SA-30' };
export const outOfScope: Vat = {
  category: 'O',
  reason: 'VATEX-SA-OOS',
  reasonText: 'خارج نطاق الضريبة | Out of scope',
};

export const pen: Line = { name: 'قلم | Pencil', quantity: 3, unitPrice: '9.99' };
export const dates: Line = { name: 'تمر | Dates', quantity: '0.345', unit: 'KGM', unitPrice: '38.00' };
/** An item of which thirteen cost a total that no taxable amount gives. */
export const notebook: Line = { name: 'دفتر | Notebook', quantity: 13, unitPrice: 100 };

/** Returns the fields that each customer's documents need besides their lines. */
export function forCustomer(customer: Customer): Pick<SaleInput, 'customer' | 'buyer'> {
  return customer === 'business' ? { customer, buyer: saudiBuyer } : { customer };
}

/** Returns the fields that each kind needs. */
export function ofKind(kind: SaleKind): Pick<SaleInput, 'kind' | 'corrects' | 'reason'> {
  if (kind === 'invoice' || kind === 'prepayment') return { kind };
  return { kind, corrects: [{ number: 'T1-000007' }], reason: 'إرجاع السلع | Goods returned' };
}
