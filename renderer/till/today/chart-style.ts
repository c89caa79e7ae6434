/** The lines of earlier periods: distinguished by their shape as well as by their colour. */
export const looks = [
  { stroke: 'var(--ink)', strokeDasharray: '0' },
  { stroke: 'var(--ink-soft)', strokeDasharray: '5 5' },
] as const;
