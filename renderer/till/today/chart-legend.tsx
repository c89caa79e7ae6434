import { looks } from './chart-style.ts';
import styles from './charts.module.css';
import type { Compared } from './moments.ts';

export function ChartLegend({ name, compared }: { name: string; compared: readonly Compared[] }) {
  return (
    <ul className={styles.legend}>
      <li>
        <svg className={styles.swatch} viewBox="0 0 24 12" aria-hidden>
          <rect width="24" height="12" rx="2" fill="var(--seal)" />
        </svg>
        {name}
      </li>
      {compared.map((one, index) => (
        <li key={one.name}>
          <svg className={styles.swatch} viewBox="0 0 24 12" aria-hidden>
            <line x1="0" x2="24" y1="6" y2="6" strokeWidth="2" {...looks[index]} />
          </svg>
          {one.name}
        </li>
      ))}
    </ul>
  );
}
