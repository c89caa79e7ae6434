import type { ReactNode } from 'react';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './portal-picture.module.css';

const width = 640;
const panel = { width: 196, height: 148, gap: 26 };

/**
 * A picture of the steps to the code: the portal's tile, the button for the code, the code itself. Panels, words and
 * arrows follow the direction of the language.
 */
export function PortalPicture({ tile, className }: { tile: string; className?: string | undefined }) {
  const { t, language } = useLanguage();
  const isRtl = language === 'ar';
  return (
    <svg
      role="img"
      aria-label={t('setup.code.picture', { tile })}
      viewBox={`0 0 ${width} ${panel.height + 2}`}
      className={[styles.picture, className].join(' ')}
      direction={isRtl ? 'rtl' : 'ltr'}
    >
      <Panel place={0} rtl={isRtl} number={2} title={t('setup.code.portal')}>
        {(x) => (
          <>
            {[0, 1, 2].map((row) => (
              <rect
                key={row}
                {...x.span(14, 52)}
                y={48 + row * 30}
                height={22}
                rx={4}
                className={styles.quiet}
              />
            ))}
            <rect {...x.span(76, 108)} y={48} height={82} rx={6} className={styles.chosen} />
            <foreignObject {...x.span(80, 100)} y={52} height={74}>
              <p className={styles.tile}>{tile}</p>
            </foreignObject>
          </>
        )}
      </Panel>
      <Panel place={1} rtl={isRtl} number={3} title={t('setup.code.portal')}>
        {(x) => (
          <>
            <text x={x.at(16)} y={68}>
              {t('setup.code.devices')}
            </text>
            <rect {...x.span(128, 52)} y={48} height={30} rx={4} className={styles.field} />
            <text x={x.at(154)} y={68} className={styles.figure}>
              1
            </text>
            <rect {...x.span(16, 164)} y={96} height={36} rx={6} className={styles.button} />
            <text x={x.at(98)} y={119} className={styles.buttonText}>
              {t('setup.code.button')}
            </text>
          </>
        )}
      </Panel>
      <Panel place={2} rtl={isRtl} number={4} title="OTP">
        {(x) => (
          <>
            <rect {...x.span(16, 164)} y={52} height={46} rx={6} className={styles.chosen} />
            <text x={x.at(98)} y={84} className={styles.code} direction="ltr">
              4 8 1 0 9 3
            </text>
            <text x={x.at(98)} y={124} className={styles.middle}>
              {t('setup.code.hour')}
            </text>
          </>
        )}
      </Panel>
      {[0, 1].map((place) => {
        const middle = (place + 1) * (panel.width + panel.gap) - panel.gap / 2;
        const x = isRtl ? width - middle : middle;
        const sign = isRtl ? -1 : 1;
        return (
          <path
            key={place}
            d={`M${x - 4 * sign} ${panel.height / 2 - 7} l${8 * sign} 7 l${-8 * sign} 7`}
            className={styles.arrow}
          />
        );
      })}
    </svg>
  );
}

interface Inside {
  at(offset: number): number;
  span(offset: number, width: number): { x: number; width: number };
}

interface PanelProps {
  readonly place: number;
  readonly rtl: boolean;
  readonly number: number;
  readonly title: string;
  readonly children: (inside: Inside) => ReactNode;
}

function Panel({ place, rtl, number, title, children }: PanelProps) {
  const start = place * (panel.width + panel.gap);
  const left = rtl ? width - start - panel.width : start;
  const inside: Inside = {
    at: (offset) => (rtl ? left + panel.width - offset : left + offset),
    span: (offset, span) => ({ x: rtl ? left + panel.width - offset - span : left + offset, width: span }),
  };
  return (
    <g>
      <rect
        x={left + 1}
        y={1}
        width={panel.width - 2}
        height={panel.height}
        rx={8}
        className={styles.panel}
      />
      <rect {...inside.span(1, panel.width - 2)} y={1} height={34} rx={8} className={styles.head} />
      <circle cx={inside.at(20)} cy={18} r={11} className={styles.badge} />
      <text x={inside.at(20)} y={23} className={styles.badgeText}>
        {number}
      </text>
      <text x={inside.at(38)} y={23} className={styles.title}>
        {title}
      </text>
      {children(inside)}
    </g>
  );
}
