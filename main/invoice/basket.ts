import { fail, type Issue } from '../../shared/failure.ts';
import {
  Exact,
  type Halalas,
  halalasToExact,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../shared/money.ts';
import type { Sale, SaleLine } from '../../shared/sale.ts';
import type { AllowanceCharge, VatRate } from './invoice.ts';
import { roundToTotal } from './largest-remainder.ts';
import { type Exemption, exemption, vatRate } from './vat-breakdown.ts';

/*
 * The sale in money, still in the sense of its prices (with or without VAT): lines priced, discounts taken off,
 * everything sorted by VAT category and rate. The two price modules turn it into net amounts.
 */

export interface BasketLine {
  /** Position in the sale, from 0. */
  readonly index: number;
  readonly line: SaleLine;
  readonly quantity: Exact;
  /** Quantity × unit price. */
  readonly fullAmount: Halalas;
  /** After the line's discount. */
  readonly amount: Halalas;
}

/** All that is taxed alike: one row of the VAT breakdown. */
export interface VatGroup {
  readonly rate: VatRate;
  /** The same for all lines of a category: the sale schema sees to it. */
  readonly exemption: Exemption | undefined;
  readonly lines: readonly BasketLine[];
  /** Document-level allowances and charges, or this group's share of them. */
  readonly adjustments: readonly AllowanceCharge[];
  /** Lines and charges less allowances; never negative. */
  readonly amount: Halalas;
}

/** A hundred billion riyals: past any shop's sale, and every sum and product below stays a safe integer. */
const maxAmount: Halalas = 100_000_000_000_00;

/** UNTDID 5189: discount. */
const discountReasonCode = '95';
const discountReason = 'خصم | Discount';

/** The document's words for a discount; the till's own where it has some. */
export function discountAllowance(
  amount: Halalas,
  reason: string | undefined,
  vat?: VatRate,
): AllowanceCharge {
  return { charge: false, amount, reasonCode: discountReasonCode, reason: reason ?? discountReason, vat };
}

/**
 * Prices the lines and shares the basket's discount out over the VAT groups, in the order the sale names them.
 * @throws FailureError `bad-input`: `discount-above-price`, `amount-out-of-range`
 */
export function readBasket(sale: Sale): readonly VatGroup[] {
  const issues: Issue[] = [];
  const lines = sale.lines.map((line, index) => readLine(line, index, issues));
  const total = sumHalalas(lines.map((line) => line.amount));
  if (total > maxAmount) issues.push(outOfRange(['lines']));
  const discount = discountOn(total, sale.discount, ['discount'], issues);
  if (issues.length > 0) fail('bad-input', { issues });

  const groups = groupByVat(lines);
  const shares = shareOut(discount, groups);
  return groups.map((group, index) => {
    const share = shares[index] ?? 0;
    if (share === 0) return group;
    const adjustments = [discountAllowance(share, sale.discount?.reason, group.rate)];
    return { ...group, adjustments, amount: group.amount - share };
  });
}

function readLine(line: SaleLine, index: number, issues: Issue[]): BasketLine {
  const quantity = new Exact(line.quantity);
  const exact = quantity.times(line.unitPrice);
  if (exact.greaterThan(halalasToExact(maxAmount))) {
    issues.push(outOfRange(['lines', index]));
    return { index, line, quantity, fullAmount: 0, amount: 0 };
  }
  const fullAmount = roundToHalalas(exact);
  const discount = discountOn(fullAmount, line.discount, ['lines', index, 'discount'], issues);
  return { index, line, quantity, fullAmount, amount: fullAmount - discount };
}

/** What a discount takes off an amount. */
function discountOn(
  amount: Halalas,
  discount: Sale['discount'],
  path: Issue['path'],
  issues: Issue[],
): Halalas {
  if (discount === undefined) return 0;
  if (discount.amount === undefined)
    return roundToHalalas(
      halalasToExact(amount)
        .times(discount.percent ?? 0)
        .dividedBy(100),
    );
  const off = roundToHalalas(discount.amount);
  if (off > amount)
    issues.push({
      path: [...path, 'amount'],
      code: 'discount-above-price',
      message: `must not be more than ${halalasToText(amount)}, the price it is taken off`,
      params: { limit: halalasToText(amount) },
    });
  return off;
}

function outOfRange(path: Issue['path']): Issue {
  const limit = halalasToText(maxAmount);
  return {
    path,
    code: 'amount-out-of-range',
    message: `must not come to more than ${limit}`,
    params: { limit },
  };
}

function groupByVat(lines: readonly BasketLine[]) {
  const groups = new Map<string, Omit<VatGroup, 'lines'> & { lines: BasketLine[]; amount: Halalas }>();
  for (const line of lines) {
    const { vat } = line.line;
    const key = `${vat.category} ${vat.rate}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { rate: vatRate(vat), exemption: exemption(vat), lines: [], adjustments: [], amount: 0 };
      groups.set(key, group);
    }
    group.lines.push(line);
    group.amount += line.amount;
  }
  return [...groups.values()];
}

/** In proportion to the groups' amounts; no share is above its group's amount, because the whole is not. */
function shareOut(discount: Halalas, groups: readonly { amount: Halalas }[]): Halalas[] {
  if (discount === 0) return groups.map(() => 0);
  const total = sumHalalas(groups.map((group) => group.amount));
  const numerators = groups.map((group) => BigInt(discount) * BigInt(group.amount));
  return roundToTotal(numerators, BigInt(total), discount);
}
