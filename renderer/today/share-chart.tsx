import type { ReactNode } from 'react';
import { Bar, BarChart, LabelList, usePlotArea, XAxis, YAxis } from 'recharts';
import { Money } from '../components/money.tsx';
import { useLanguage } from '../language/language.tsx';
import styles from './charts.module.css';

export interface Share {
  readonly key: string;
  readonly label: ReactNode;
  readonly amount: number;
}

/** Pixels of a row: a line of text and its bar below. */
const row = 56;
const bar = 12;
const text = 28;

/** Bars of shares, largest first, each below its name and amount. */
/** As large as what is around it. */
const whole = { inlineSize: '100%', blockSize: '100%' };

export function ShareChart({ shares }: { shares: readonly Share[] }) {
  const { language } = useLanguage();
  const isMirrored = language === 'ar';
  return (
    <div className={styles.shares} style={{ blockSize: `${shares.length * row}px` }} dir="ltr">
      <BarChart
        responsive
        style={whole}
        layout="vertical"
        data={shares.map(({ key, amount }) => ({ key, amount }))}
        margin={{ top: text / 2, right: 0, bottom: -text / 2, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis
          type="number"
          hide
          reversed={isMirrored}
          domain={[(least: number) => Math.min(0, least), 'dataMax']}
        />
        <YAxis type="category" dataKey="key" hide />
        <Bar dataKey="amount" fill="var(--seal)" barSize={bar} radius={2} isAnimationActive={false}>
          <LabelList dataKey="amount" content={<ShareLabel shares={shares} />} />
        </Bar>
      </BarChart>
    </div>
  );
}

interface ShareLabelProps {
  readonly shares: readonly Share[];
  /** Of the bar, from the library. */
  readonly y?: number | string;
  readonly index?: number;
}

function ShareLabel({ shares, y, index = -1 }: ShareLabelProps) {
  const { language } = useLanguage();
  const area = usePlotArea();
  const share = shares[index];
  if (share === undefined || area === undefined) return null;
  return (
    <foreignObject x={area.x} y={Number(y) - text} width={area.width} height={text}>
      <div className={styles.share} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <span className={styles.shareName} dir="auto">
          {share.label}
        </span>
        <Money amount={share.amount} />
      </div>
    </foreignObject>
  );
}
