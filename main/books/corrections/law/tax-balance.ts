import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { Tax, TaxRow } from '../../../document/invoice/amounts/group-tax.ts';
import type { VatRate } from '../../../document/invoice/invoice.ts';
import { keyOf } from './document-taxes.ts';

/** Taxable amounts and VAT by category and rate, to which documents are added and subtracted; may be negative. */
export class TaxBalance {
  readonly #rows = new Map<string, Tax>();

  add(rows: Iterable<TaxRow>, sign: 1 | -1 = 1): void {
    for (const row of rows) {
      const { taxable, vatAmount } = this.of(row);
      this.#rows.set(keyOf(row), {
        taxable: taxable + sign * row.taxable,
        vatAmount: vatAmount + sign * row.vatAmount,
      });
    }
  }

  /** Returns zero if no document has this category and rate. */
  of(rate: VatRate): Tax {
    return this.#rows.get(keyOf(rate)) ?? { taxable: 0, vatAmount: 0 };
  }

  /** Returns the amounts by category and rate, such as `S 15.00`. */
  get rows(): ReadonlyMap<string, Tax> {
    return this.#rows;
  }

  copy(): TaxBalance {
    const copy = new TaxBalance();
    for (const [key, tax] of this.#rows) copy.#rows.set(key, tax);
    return copy;
  }

  get vat(): Halalas {
    return sumHalalas([...this.#rows.values()].map(({ vatAmount }) => vatAmount));
  }
}
