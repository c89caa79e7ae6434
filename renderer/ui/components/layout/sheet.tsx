import type { ReactNode } from 'react';
import styles from './sheet.module.css';

interface SheetProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children?: ReactNode;
}

export function Sheet({ title, lead, children }: SheetProps) {
  return (
    <main className={styles.sheet}>
      <div className={styles.inner}>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </main>
  );
}
