import type { ReactNode } from 'react';
import { figuresIn } from '../../../shared/values/figures.ts';

interface WrittenProps {
  readonly text: string | null | undefined;
  readonly className?: string | undefined;
}

/** A text that a person wrote, isolated in its own direction. Its figures keep their order in an Arabic line. */
export function Written({ text, className }: WrittenProps) {
  return <bdi className={className}>{partsOf(text ?? '')}</bdi>;
}

function partsOf(text: string): ReactNode {
  const figures = /\p{Script=Arabic}/u.test(text) ? figuresIn(text) : [];
  if (figures.length === 0) return text;
  return figures.map(({ start, end }, index) => [
    text.slice(figures[index - 1]?.end ?? 0, start),
    <bdo key={start} dir="ltr">
      {text.slice(start, end)}
    </bdo>,
    index === figures.length - 1 ? text.slice(end) : '',
  ]);
}
