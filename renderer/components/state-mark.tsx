import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircle,
  IconCircleCheckFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './state-mark.module.css';

/** off: nothing is wrong, and nothing happens. */
export type Tone = 'good' | 'off' | 'amber' | 'red';

/** Each tone has its own shape, so that it is told apart without colour. */
const shapes = {
  good: IconCircleCheckFilled,
  off: IconCircle,
  amber: IconAlertTriangleFilled,
  red: IconAlertOctagonFilled,
} as const;

export function StateMark({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Shape = shapes[tone];
  return (
    <span className={styles.mark} data-tone={tone}>
      <Shape size={20} className={styles.icon} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
