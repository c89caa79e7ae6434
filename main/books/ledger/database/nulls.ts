/** A record as a row of SQLite, which has NULL where a value is absent. */
export type Nulls<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] };

/** Returns the record of a row: values that are NULL are absent. */
export function withoutNulls<T>(row: Nulls<T>): T {
  const given = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as unknown as T;
}
