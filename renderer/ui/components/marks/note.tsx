import { IconAlertOctagonFilled, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

export function Note({ tone, children }: { tone: 'amber' | 'red'; children: ReactNode }) {
  const Icon = tone === 'red' ? IconAlertOctagonFilled : IconInfoCircle;
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      <Icon size={22} className={styles.icon} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
