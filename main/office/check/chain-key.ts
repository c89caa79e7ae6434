/** The columns that name a chain. */
export const key = 'bucket, device, generation';

/** Returns the condition for two rows of one chain. */
export const sameChain = (one: string, other: string) =>
  `${one}.bucket = ${other}.bucket AND ${one}.device = ${other}.device AND ${one}.generation = ${other}.generation`;
