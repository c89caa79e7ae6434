import { unpackText } from '../../main/office/packing/texts.ts';

/** Returns rows as JSON in which packed texts can be read, for tests that look for what must not be in them. */
export function readableRows(rows: readonly Record<string, unknown>[]): string {
  const readable = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        Buffer.isBuffer(value) && (column === 'detail' || column === 'answer') ? unpackText(value) : value,
      ]),
    ),
  );
  return JSON.stringify(readable);
}
