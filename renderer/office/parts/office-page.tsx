import type { ReactNode } from 'react';
import page from '../../ui/components/layout/page.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { useOfficeWords } from '../use-office-words.ts';

interface OfficePageProps {
  readonly title?: string;
  readonly lead?: string;
  readonly back?: ReactNode;
  readonly error: Error | null;
  readonly children: ReactNode;
}

export function OfficePage({ title, lead, back, error, children }: OfficePageProps) {
  const { say } = useOfficeWords();
  return (
    <div className={page.page}>
      <div className={page.inner}>
        {back}
        {title !== undefined && <h2>{title}</h2>}
        {lead !== undefined && <p className={page.lead}>{lead}</p>}
        {error !== null && <Note tone="red">{say(error)}</Note>}
        {children}
      </div>
    </div>
  );
}
