import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import styles from './charts.module.css';

export interface Share {
  readonly key: string;
  readonly label: string;
  readonly amount: number;
}

/** Bars of shares, each below its name and amount. If one is negative, all begin at the zero line. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  const amounts = shares.map(({ amount }) => amount);
  const least = Math.min(0, ...amounts);
  const range = Math.max(1, ...amounts) - least;
  const percent = (amount: number) => `${(amount / range) * 100}%`;
  return (
    <div>
      {shares.map(({ key, label, amount }) => (
        <div key={key} className={styles.share}>
          <span className={styles.shareName}>
            <Written text={label} />
          </span>
          <Money amount={amount} />
          <span
            className={styles.shareBar}
            style={{
              marginInlineStart: percent(Math.min(0, amount) - least),
              inlineSize: percent(Math.abs(amount)),
            }}
          />
        </div>
      ))}
    </div>
  );
}
