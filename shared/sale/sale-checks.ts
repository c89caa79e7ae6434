import { Exact } from '../values/money.ts';
import { currencies } from './codes.ts';
import { foldNumber } from './document-number.ts';
import { checkBusinessBuyer } from './party.ts';
import type { SaleFields } from './sale-fields.ts';

/* The rules about several fields of a sale. */

type Refuse = (path: (string | number)[], code: string, message: string) => void;

/** Compares the fields of a sale with each other. */
export function checkFields(sale: SaleFields, refuse: Refuse): void {
  checkFlags(sale, refuse);
  checkParties(sale, refuse);
  checkCurrency(sale, refuse);
  checkReferences(sale, refuse);
  checkSupplyDates(sale, refuse);
  checkPayments(sale, refuse);
}

/** Rules BR-KSA-07 and BR-KSA-31. */
function checkFlags({ special, customer }: SaleFields, refuse: Refuse): void {
  if (!special?.selfBilled) return;
  if (special.export)
    refuse(['special', 'selfBilled'], 'flag-not-allowed', 'does not go together with an export');
  if (customer === 'consumer')
    refuse(['special', 'selfBilled'], 'flag-not-allowed', 'is only for a business sale');
}

function checkParties(sale: SaleFields, refuse: Refuse): void {
  const { buyer, special } = sale;
  // A note may omit the other party, because it is the same as on the invoice, which only the ledger knows.
  const isNote = sale.corrects !== undefined;
  if (special?.selfBilled) {
    if (sale.supplier === undefined && !isNote)
      refuse(['supplier'], 'supplier-missing', 'must name the seller of a self-billed sale');
    if (buyer !== undefined)
      refuse(['buyer'], 'buyer-not-allowed', 'is the company of this terminal on a self-billed sale');
    return;
  }
  if (sale.supplier !== undefined)
    refuse(['supplier'], 'supplier-not-allowed', 'is only for a self-billed sale');
  if (sale.customer === 'business') {
    if (buyer !== undefined)
      checkBusinessBuyer(buyer, (path, ...fault) => refuse(['buyer', ...path], ...fault));
    else if (!isNote) refuse(['buyer'], 'buyer-missing', 'must name the buyer of a business sale');
  } else if (special?.summary && buyer === undefined && !isNote)
    refuse(['buyer'], 'buyer-missing', 'must name the buyer of a summary'); // BR-KSA-71
  if (special?.export && buyer?.vatNumber !== undefined)
    // BR-KSA-46 of the standard: a foreign number goes into the identification.
    refuse(['buyer', 'vatNumber'], 'vat-number-not-allowed', 'must not be given for an export');
}

function checkCurrency({ currency = 'SAR', exchangeRate }: SaleFields, refuse: Refuse): void {
  // An unknown currency is reported elsewhere.
  if (!currencies.has(currency)) return;
  if (currency !== 'SAR' && exchangeRate === undefined)
    refuse(['exchangeRate'], 'exchange-rate-missing', 'must say how many SAR one unit is');
  if (currency === 'SAR' && exchangeRate !== undefined)
    refuse(['exchangeRate'], 'exchange-rate-not-allowed', 'is only for another currency than SAR');
}

function checkReferences(sale: SaleFields, refuse: Refuse): void {
  const isNote = sale.kind === 'creditNote' || sale.kind === 'debitNote';
  if (isNote) {
    if (sale.corrects === undefined)
      refuse(['corrects'], 'corrects-missing', 'must name the invoice it corrects');
    checkNamedOnce(sale.corrects ?? [], refuse);
    for (const [index, { otherSystem, issueDate }] of sale.corrects?.entries() ?? [])
      if (otherSystem !== undefined && issueDate === undefined)
        refuse(['corrects', index, 'issueDate'], 'required', 'is needed for a document of another system');
    if (sale.reason === undefined) refuse(['reason'], 'reason-missing', 'must say why');
    sale.payments.forEach(({ instruction }, index) => {
      if (instruction !== undefined)
        refuse(['payments', index, 'instruction'], 'instruction-not-allowed', 'has the reason in its place');
    });
  } else if (sale.corrects !== undefined)
    refuse(['corrects'], 'corrects-not-allowed', 'is only for credit and debit notes');
  if (!isNote && sale.receiptShown !== undefined)
    refuse(['receiptShown'], 'corrects-not-allowed', 'is only for credit and debit notes');
  if (sale.kind !== 'invoice' && sale.prepayments !== undefined)
    refuse(['prepayments'], 'prepayments-not-allowed', 'is only for the final invoice');
}

/** A note that names an invoice twice could return its goods twice. */
function checkNamedOnce(corrects: NonNullable<SaleFields['corrects']>, refuse: Refuse): void {
  const seen = new Set<string>();
  for (const [index, { number, uuid }] of corrects.entries()) {
    const names = [foldNumber(number), ...(uuid === undefined ? [] : [`uuid ${uuid.toLowerCase()}`])];
    if (names.some((name) => seen.has(name)))
      refuse(['corrects', index, 'number'], 'corrects-twice', 'is named before: name each invoice once');
    for (const name of names) seen.add(name);
  }
}

function checkSupplyDates({ special, supplyDate, supplyEndDate }: SaleFields, refuse: Refuse): void {
  if (special?.summary && supplyEndDate === undefined)
    refuse(['supplyEndDate'], 'supply-period-missing', 'must say until when a summary reaches');
  if (supplyDate === undefined) {
    if (special?.summary || supplyEndDate !== undefined)
      refuse(['supplyDate'], 'supply-period-missing', 'must say when the period of supply begins');
  } else if (supplyEndDate !== undefined && supplyEndDate < supplyDate)
    refuse(['supplyEndDate'], 'date-order', 'must not be before the supply date'); // BR-KSA-36
}

/** The sum is compared with the amount due once that is known, see main/till/issue/payments.ts. */
function checkPayments({ payments, customer, special }: SaleFields, refuse: Refuse): void {
  if (special?.nominal && payments.length > 0)
    refuse(['payments'], 'gift-not-paid', 'must be left out: nothing is paid for a gift (special.nominal)');
  if (!special?.nominal && payments.length === 0)
    refuse(['payments'], 'required', 'must say how it was paid');
  const hasAmounts = payments.some(({ amount }) => amount !== undefined);
  for (const [index, { means, amount, tendered }] of payments.entries()) {
    const path = ['payments', index];
    if (means === 'onAccount' && customer !== 'business')
      refuse([...path, 'means'], 'on-account-consumer', 'is only for a business, whose name is known');
    if (hasAmounts && amount === undefined)
      refuse([...path, 'amount'], 'required', 'is needed when another payment has an amount');
    if (tendered === undefined) continue;
    if (means !== 'cash') refuse([...path, 'tendered'], 'tendered-not-cash', 'is only for cash');
    else if (amount === undefined)
      refuse([...path, 'amount'], 'required', 'is needed with the cash handed over');
    else if (new Exact(tendered).lessThan(amount))
      refuse([...path, 'tendered'], 'tendered-below-amount', 'must not be less than the amount');
  }
}
