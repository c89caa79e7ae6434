import type { CSSProperties, ReactNode } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import { useLanguage } from '../../language/language.tsx';
import common from '../common.module.css';
import { Money } from './money.tsx';
import styles from './totals.module.css';

interface TotalsProps {
  readonly totals: CommandOutput<'sale.price'> | undefined;
  /** True when the basket has changed since: the figures are dimmed until the new ones arrive. */
  readonly stale: boolean;
  readonly currency: string;
  readonly label: string;
  /** The amount of returned goods in an exchange; if there is one, the large figure is the difference. */
  readonly back?: Halalas | undefined;
  /** The amount that is added because cash is rounded; absent if it is not. */
  readonly rounding?: Halalas | undefined;
}

/** The totals of a sale. Every row is always present, so that nothing moves when the figures arrive. */
export function Totals({ totals, stale, currency, label, back, rounding }: TotalsProps) {
  const { t, format } = useLanguage();
  const payable = Math.abs((totals?.payable ?? 0) - (back ?? 0)) + (rounding ?? 0);
  const figure = format.money(payable);
  return (
    <dl className={styles.totals} data-stale={stale || undefined}>
      <Row label={t('sale.discountTaken')}>
        <Money amount={totals?.discount ?? 0} />
      </Row>
      <Row label={t('sale.vatIncluded')}>
        <Money amount={totals?.vat ?? 0} />
      </Row>
      {back !== undefined && (
        <Row label={t('exchange.back')}>
          <Money amount={-back} />
        </Row>
      )}
      {rounding !== undefined && (
        <Row label={t('special.rounding')}>
          <Money amount={rounding} />
        </Row>
      )}
      <div className={styles.total}>
        <dt>
          {label}
          <span className={common.soft}>{format.currency(currency)}</span>
        </dt>
        <dd
          className={styles.payable}
          style={{ '--characters': figure.length } as CSSProperties}
          aria-live="polite"
        >
          <Money amount={payable} />
        </dd>
      </div>
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
