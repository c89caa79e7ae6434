import { isDeepStrictEqual } from 'node:util';

/** Compares values as JSON, so that an undefined field counts as missing. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other));

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
