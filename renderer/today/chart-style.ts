/* The parts of the charts that the page knows before they are loaded. */

/** The lines of earlier periods: told apart by their form as well as by their colour. */
export const looks = [
  { stroke: 'var(--ink)', strokeDasharray: '0' },
  { stroke: 'var(--ink-soft)', strokeDasharray: '5 5' },
] as const;

/** Fills the element around it. */
export const whole = { inlineSize: '100%', blockSize: '100%' };

/** Pixels of a share: a line of text and its bar below. */
export const shareSize = 56;
