import type { ReactNode } from 'react';
import { Note } from '../ui/components/marks/note.tsx';
import { StateMark } from '../ui/components/marks/state-mark.tsx';

export function ResultNote({ tone, children }: { tone: 'good' | 'amber' | 'red'; children: ReactNode }) {
  if (tone !== 'good') return <Note tone={tone}>{children}</Note>;
  return (
    <p role="status">
      <StateMark tone="good">{children}</StateMark>
    </p>
  );
}
