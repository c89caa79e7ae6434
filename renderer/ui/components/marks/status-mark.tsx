import {
  IconAlertOctagonFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassHigh,
  IconSend,
} from '@tabler/icons-react';
import type { SubmissionState } from '../../../../shared/status.ts';
import { useLanguage } from '../../language/language.tsx';
import styles from './status-mark.module.css';

/** The icon of each state, with its own shape, so that colour is not needed to recognise it. */
const shapes = {
  waiting: IconHourglassHigh,
  sending: IconSend,
  accepted: IconCircleCheckFilled,
  rejected: IconCircleXFilled,
  parked: IconAlertOctagonFilled,
} as const;

export function StatusIcon({ state, size = 22 }: { state: SubmissionState; size?: number }) {
  const Shape = shapes[state];
  return <Shape size={size} className={styles.icon} data-state={state} aria-hidden />;
}

export function StatusMark({ state }: { state: SubmissionState }) {
  const { words } = useLanguage();
  return (
    <span className={styles.mark} data-state={state}>
      <StatusIcon state={state} />
      {words.states[state]}
    </span>
  );
}
