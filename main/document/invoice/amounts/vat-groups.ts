import type { SaleLine, Vat } from '../../../../shared/sale/sale-line.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { AllowanceCharge, Exemption, VatRate } from '../invoice.ts';
import { type AgreedAdjustment, signed } from './adjustments.ts';
import type { ScaledDecimal } from './decimals.ts';
import { exemption, vatRate } from './vat-breakdown.ts';

export interface BasketLine {
  /** The position in the sale, from 0. */
  readonly index: number;
  readonly line: SaleLine;
  readonly quantity: ScaledDecimal;
  readonly fullAmount: Halalas;
  readonly adjustments: readonly AllowanceCharge[];
  /** The same adjustments as the sale states them. */
  readonly agreed: readonly AgreedAdjustment[];
  readonly amount: Halalas;
}

/** All lines and adjustments with the same tax: one row of the VAT breakdown. */
export interface VatGroup {
  /** Equal for groups of two sales with the same tax and reason. */
  readonly key: string;
  /** The VAT as first stated in the sale. */
  readonly vat: Vat;
  readonly rate: VatRate;
  readonly exemption: Exemption | undefined;
  readonly lines: readonly BasketLine[];
  /** Document-level allowances and charges, or this group's share of them. */
  readonly adjustments: readonly AllowanceCharge[];
  /** Lines and charges less allowances; never negative. */
  readonly amount: Halalas;
}

export class GrowingGroup implements VatGroup {
  readonly key: string;
  readonly vat: Vat;
  readonly rate: VatRate;
  readonly exemption: Exemption | undefined;
  readonly lines: BasketLine[] = [];
  readonly adjustments: AllowanceCharge[] = [];
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

/** Category, rate and the document's exemption reason: the till's text matters only without an official one. */
function keyOf(vat: Vat): string {
  const { exemptionCode, exemptionText } = exemption(vat) ?? {};
  return `${vat.category} ${vat.rate} ${exemptionCode ?? ''} ${exemptionText ?? ''}`;
}

export class GroupsByVat {
  readonly #groups = new Map<string, GrowingGroup>();

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
