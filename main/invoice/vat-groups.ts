import type { Exact, Halalas } from '../../shared/money.ts';
import type { SaleLine, Vat } from '../../shared/sale-line.ts';
import { signed } from './adjustments.ts';
import type { AllowanceCharge, Exemption, VatRate } from './invoice.ts';
import { exemption, vatRate } from './vat-breakdown.ts';

export interface BasketLine {
  /** Position in the sale, from 0. */
  readonly index: number;
  readonly line: SaleLine;
  readonly quantity: Exact;
  /** Quantity × unit price. */
  readonly fullAmount: Halalas;
  /** The line's discounts and charges; none of them is zero. */
  readonly adjustments: readonly AllowanceCharge[];
  /** With them. */
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

/** A VAT group while it is filled. */
export class GrowingGroup implements VatGroup {
  readonly rate: VatRate;
  readonly exemption: Exemption | undefined;
  readonly lines: BasketLine[] = [];
  readonly adjustments: AllowanceCharge[] = [];
  /** What the lines come to. */
  goods: Halalas = 0;
  amount: Halalas = 0;

  constructor(vat: Vat) {
    this.rate = vatRate(vat);
    this.exemption = exemption(vat);
  }

  addLine(line: BasketLine): void {
    this.lines.push(line);
    this.goods += line.amount;
    this.amount += line.amount;
  }

  adjust(adjustment: AllowanceCharge): void {
    if (adjustment.amount === 0) return;
    this.adjustments.push(adjustment);
    this.amount += signed(adjustment);
  }
}

/** The groups of a sale, in the order in which it names their rates. */
export class GroupsByVat {
  readonly #groups = new Map<string, GrowingGroup>();

  /** The group of a category and rate, made when it is first asked for. */
  of(vat: Vat): GrowingGroup {
    const key = `${vat.category} ${vat.rate}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = new GrowingGroup(vat);
      this.#groups.set(key, group);
    }
    return group;
  }

  get all(): readonly GrowingGroup[] {
    return [...this.#groups.values()];
  }
}
