import type { Address, Buyer } from '../../../shared/sale/party.ts';
import { customerOf, type Sale, type SalePrepayment } from '../../../shared/sale/sale.ts';
import { standardRates } from '../../../shared/sale/vat.ts';
import {
  type Advance,
  chargeCodes,
  type DraftAdvanced,
  type Extra,
} from '../../../shared/stored/basket/advanced.ts';
import type { Draft, DraftBuyer, DraftLine } from '../../../shared/stored/basket/draft.ts';
import { type DraftPayment, draftPayments } from '../../../shared/stored/basket/payment.ts';
import { type Halalas, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { newDraft, newLine } from './draft.ts';
import { plainAdvanced } from './draft-advanced.ts';
import { cashPayment } from './payment.ts';

export interface Rejected {
  readonly uuid: string;
  readonly number: string;
  readonly payable: Halalas;
  readonly sale: Sale;
}

/** Returns the basket that corrects a rejected document, with the parts of its sale that the screen can show. */
export function draftOfSale(rejected: Rejected): Draft {
  const { uuid, number, payable, sale } = rejected;
  const fresh = newDraft();
  return {
    ...fresh,
    correction: { uuid, number, payable, sale },
    customer: sale.customer ?? customerOf(sale),
    lines: sale.lines.map(draftLine),
    ...(sale.discount && { discount: sizeOf(sale.discount) }),
    payment: { ...cashPayment, means: meansOf(sale) },
    buyer: { ...fresh.buyer, ...partyOfSale(sale) },
    advanced: advancedOf(sale),
  };
}

type Size = { readonly amount?: string | undefined; readonly percent?: string | undefined };

function sizeOf({ amount, percent }: Size): { kind: 'amount' | 'percent'; value: string } {
  return percent === undefined
    ? { kind: 'amount', value: amount ?? '' }
    : { kind: 'percent', value: percent };
}

function draftLine(line: Sale['lines'][number], index: number): DraftLine {
  const { vat } = line;
  return {
    ...newLine(),
    origin: index,
    name: line.name,
    quantity: line.quantity,
    price: line.unitPrice,
    ...(line.unit !== undefined && line.unit !== 'PCE' && { unit: line.unit }),
    barcode: line.barcode,
    exemption: vat.category === 'S' ? '' : (vat.reason ?? ''),
    exemptionText: vat.reasonText ?? '',
    rate: standardRates.find((rate) => Number(rate) === Number(vat.rate)) ?? '15',
    ...(line.discount && { discount: sizeOf(line.discount) }),
  };
}

/** Returns a means of payment that the screen offers; any other stays unchanged until one is chosen. */
function meansOf({ payments }: Sale): DraftPayment['means'] {
  const [first, ...others] = payments;
  // The sale was a gift.
  if (first === undefined) return 'cash';
  const offered = draftPayments.find((means) => means === first.means);
  return others.length > 0 || offered === undefined ? 'asBefore' : offered;
}

function partyOfSale({ buyer, supplier }: Sale): Partial<DraftBuyer> {
  if (supplier === undefined) return buyer === undefined ? {} : draftOfBuyer(buyer);
  const { name, vatNumber, identification, address } = supplier;
  return { name, id: vatNumber, registration: identification.value, ...draftOfAddress(address) };
}

/** Returns the fields of a buyer that a sale, or the book of buyers, has. */
export function draftOfBuyer({ name, vatNumber, identification, address }: Buyer): Partial<DraftBuyer> {
  return {
    name,
    ...(vatNumber !== undefined
      ? { idKind: 'vatNumber', id: vatNumber }
      : { ...(identification && { idKind: identification.scheme }), id: identification?.value ?? '' }),
    ...(address && draftOfAddress(address)),
  };
}

const draftOfAddress = ({
  street,
  building = '',
  district = '',
  city,
  postalCode = '',
  country,
}: Address) => ({
  street,
  building,
  district,
  city,
  postalCode,
  country,
});

function advancedOf(sale: Sale): DraftAdvanced {
  const [corrected] = sale.corrects ?? [];
  const [charge] = sale.charges ?? [];
  const [payment] = sale.payments;
  return {
    ...plainAdvanced,
    kind: sale.kind,
    on: extrasOf(sale),
    correctsNumber: corrected?.number ?? '',
    correctsDate: corrected?.issueDate ?? '',
    reason: sale.reason ?? '',
    supplyDate: sale.supplyDate ?? '',
    supplyEndDate: sale.supplyEndDate ?? '',
    currency: sale.currency ?? '',
    exchangeRate: sale.exchangeRate ?? '',
    ...(charge && {
      chargeKind: sizeOf(charge).kind,
      charge: sizeOf(charge).value,
      chargeCode: chargeCodes.find((code) => code === charge.reasonCode) ?? 'DL',
      chargeReason: charge.reason,
    }),
    note: sale.note ?? '',
    instruction: payment?.instruction ?? '',
    terms: payment?.terms ?? '',
    orderReference: sale.orderReference ?? '',
    contractReference: sale.contractReference ?? '',
    rounding: sale.payableRounding ?? '',
    advances: (sale.prepayments ?? []).map(advanceOf),
  };
}

function extrasOf(sale: Sale): Extra[] {
  const { special = {}, payments, supplyDate, supplyEndDate } = sale;
  const has: Record<Extra, boolean> = {
    export: special.export === true,
    summary: special.summary === true,
    nominal: special.nominal === true,
    thirdParty: special.thirdParty === true,
    selfBilled: special.selfBilled === true,
    supplyDate: supplyDate !== undefined || supplyEndDate !== undefined,
    currency: sale.currency !== undefined,
    netPrices: sale.prices === 'excludeVat',
    charge: (sale.charges ?? []).length > 0,
    advance: sale.prepayments !== undefined,
    notes:
      [sale.note, sale.orderReference, sale.contractReference].some((text) => text !== undefined) ||
      payments.some(({ instruction, terms }) => instruction !== undefined || terms !== undefined),
    rounding: sale.payableRounding !== undefined,
  };
  return (Object.keys(has) as Extra[]).filter((extra) => has[extra]);
}

function advanceOf({ number, uuid = '', issueDate, issueTime, amounts }: SalePrepayment): Advance {
  return {
    number,
    uuid,
    issueDate,
    issueTime,
    payable: sumHalalas(amounts.map(({ amount }) => roundToHalalas(amount))),
    amounts: amounts.map(({ vat, amount, vatAmount }) => ({
      vat,
      amount,
      ...(vatAmount !== undefined && { vatAmount }),
    })),
  };
}
