import type { ReactNode } from 'react';

interface FactProps {
  readonly name: string;
  /** A number, a code or an address, which is read from left to right in every language. */
  readonly code?: string;
  readonly children?: ReactNode;
}

export function Fact({ name, code, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{code === undefined ? children : <bdi dir="ltr">{code}</bdi>}</dd>
    </div>
  );
}
