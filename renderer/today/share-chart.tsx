import { Bar, BarChart, LabelList, usePlotArea, XAxis, YAxis } from 'recharts';
import { Money } from '../components/money.tsx';
import { useLanguage } from '../language/language.tsx';
import { shareSize, whole } from './chart-style.ts';
import styles from './charts.module.css';

export interface Share {
  readonly key: string;
  readonly label: string;
  readonly amount: number;
}

/** Pixels, within those of a share. */
const bar = 12;
const text = 28;
/** Between a name and its bar: Arabic letters reach below their line. */
const gap = 4;

/** Bars of shares, largest first, each below its name and amount. */
export function ShareChart({ shares }: { shares: readonly Share[] }) {
  const { language } = useLanguage();
  const isMirrored = language === 'ar';
  return (
    <div className={styles.shares} style={{ blockSize: `${shares.length * shareSize}px` }} dir="ltr">
      <BarChart
        responsive
        style={whole}
        layout="vertical"
        data={shares.map(({ key, amount }) => ({ key, amount }))}
        margin={{ top: (text + gap) / 2, right: 0, bottom: -(text + gap) / 2, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis
          type="number"
          hide
          reversed={isMirrored}
          domain={[(least: number) => Math.min(0, least), (most: number) => Math.max(0, most)]}
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
  /** The position of the bar, from the library. */
  readonly y?: number | string;
  readonly index?: number;
}

function ShareLabel({ shares, y, index = -1 }: ShareLabelProps) {
  const { language } = useLanguage();
  const area = usePlotArea();
  const share = shares[index];
  if (share === undefined || area === undefined) return null;
  return (
    <foreignObject x={area.x} y={Number(y) - gap - text} width={area.width} height={text}>
      <div className={styles.share} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <span className={styles.shareName}>
          <bdi>{share.label}</bdi>
        </span>
        <Money amount={share.amount} />
      </div>
    </foreignObject>
  );
}
