import type { ReactNode } from 'react';
import type { Failure } from '../../../../shared/failure.ts';
import { ProblemNote } from '../marks/failure-note.tsx';
import page from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly error?: Failure | Error | null | undefined;
  readonly children: ReactNode;
}

/** A page beside the list of pages, such as those of the settings. */
export function Page({ title, lead, error, children }: PageProps) {
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <h2>{title}</h2>
        {lead !== undefined && <p className={page.lead}>{lead}</p>}
        <ProblemNote of={error} />
        {children}
      </div>
    </div>
  );
}
