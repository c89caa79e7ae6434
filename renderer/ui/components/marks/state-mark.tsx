import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircle,
  IconCircleCheckFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import common from '../common.module.css';
import styles from './state-mark.module.css';

/** The tone of a state. `off`: nothing is wrong, but nothing happens. */
export type Tone = 'good' | 'off' | 'amber' | 'red';

/** The icon of each tone, with its own shape, so that colour is not needed to recognise it. */
const shapes = {
  good: IconCircleCheckFilled,
  off: IconCircle,
  amber: IconAlertTriangleFilled,
  red: IconAlertOctagonFilled,
} as const;

export function StateMark({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Shape = shapes[tone];
  return (
    <span className={`${common.tone} ${styles.mark}`} data-tone={tone}>
      <Shape size={20} className={common.fixed} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
