import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayOf } from '../../main/fleet/office/ingest/binary-array.ts';
import { hasServer, office, provideOffice } from './office.ts';

/* PostgreSQL reads from the bytes the values that were written into them. */

const largest = Number.MAX_SAFE_INTEGER;
const kinds: Readonly<Record<string, { values: readonly unknown[]; read: (value: unknown) => unknown }>> = {
  smallint: { values: [0, 1, -1, 1023, 32_767, -32_768, null], read: Number },
  integer: { values: [0, -1, 2 ** 31 - 1, -(2 ** 31), null], read: Number },
  bigint: {
    values: [
      0,
      -1,
      1,
      2 ** 32,
      2 ** 32 - 1,
      -(2 ** 32),
      -(2 ** 32) - 1,
      largest,
      -largest,
      '9223372036854775807',
      null,
    ],
    read: (value) => String(value),
  },
  boolean: { values: [true, false, null], read: Boolean },
  text: { values: ['', 'x', 'قهوة 🖊', '{"a":"\\"}', 'x'.repeat(9000), null], read: String },
  bytea: {
    values: [Buffer.alloc(0), Buffer.of(0, 255), Buffer.alloc(9000, 7), null],
    read: (value) => value,
  },
};

describe.skipIf(!hasServer)('an array in binary form', () => {
  provideOffice();
  const readBack = async (type: string, values: readonly unknown[]) => {
    const { rows } = await office.database.asOwner((client) =>
      client.query<{ value: unknown }>(`SELECT * FROM unnest($1::${type}[]) AS k (value)`, [
        arrayOf(type, values),
      ]),
    );
    return rows.map(({ value }) => value);
  };

  it.each(Object.entries(kinds))('of %s has each value', async (type, { values, read }) => {
    const wanted = values.map((value) => (value === null ? null : read(value)));
    const found = (await readBack(type, values)).map((value) => (value === null ? null : read(value)));
    expect(found).toEqual(wanted);
    expect(await readBack(type, [])).toEqual([]);
  });

  it('has the instants of any clock, as numbers and as dates', async () => {
    const at = [0, Date.UTC(2026, 10, 26, 8, 20, 1, 5), Date.UTC(1999, 11, 31, 23, 59, 59, 999)];
    const found = await readBack('timestamptz', [...at, ...at.map((each) => new Date(each)), null]);
    expect(found).toEqual([...at, ...at].map((each) => new Date(each)).concat([null as never]));
  });

  it('has any text, halves of characters as what stands for them', async () => {
    const text = fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', ''));
    const texts = [...fc.sample(text, 200), 'a\ud83d', '\udd8a', '\ud83dx\ud83d'];
    expect(await readBack('text', texts)).toEqual(texts.map((each) => each.toWellFormed()));
  });
});
