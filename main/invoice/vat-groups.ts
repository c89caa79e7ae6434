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
  /** Equal for groups of two sales that are taxed alike for the same reason. */
  readonly key: string;
  /** As the sale says it first. */
  readonly vat: Vat;
  readonly rate: VatRate;
  readonly exemption: Exemption | undefined;
  readonly lines: readonly BasketLine[];
  /** Document-level allowances and charges, or this group's share of them. */
  readonly adjustments: readonly AllowanceCharge[];
  /** Lines and charges less allowances; never negative. */
  readonly amount: Halalas;
}

/** A VAT group while it is filled. */
export class GrowingGroup implements VatGroup {
  readonly key: string;
  readonly vat: Vat;
  readonly rate: VatRate;
  readonly exemption: Exemption | undefined;
  readonly lines: BasketLine[] = [];
  readonly adjustments: AllowanceCharge[] = [];
  /** What the lines come to. */
  goods: Halalas = 0;
  amount: Halalas = 0;

  constructor(vat: Vat) {
    this.key = keyOf(vat);
    this.vat = vat;
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

/** Category, rate, and the exemption reason as the document says it: words of the till's own count where no others do. */
function keyOf(vat: Vat): string {
  const { exemptionCode, exemptionText } = exemption(vat) ?? {};
  return [vat.category, vat.rate, exemptionCode, exemptionText].join(' ');
}

/** The groups of a sale, in the order in which it names their rates and reasons. */
export class GroupsByVat {
  readonly #groups = new Map<string, GrowingGroup>();

  /** The group of a category, rate and reason, made when it is first asked for. */
  of(vat: Vat): GrowingGroup {
    const key = keyOf(vat);
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
