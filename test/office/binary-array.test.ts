import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayOf } from '../../main/office/ingest/binary-array.ts';
import { anyCharacter } from '../support/any-character.ts';
import { chance } from '../support/run/chance.ts';
import { hasServer, office, provideOffice } from './office.ts';

/* Tests that PostgreSQL reads back the values that were written into the bytes. */

const largest = Number.MAX_SAFE_INTEGER;

/** Draws values by a seed that is reported when the test fails. */
const sample = <T>(values: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(values, { numRuns: count, seed: chance().whole(0, 2 ** 31 - 1) });

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
  jsonb: {
    values: [{ a: 'قهوة', b: [1, null] }, {}, 'x', null].map((value) => value && JSON.stringify(value)),
    read: String,
  },
  numeric: {
    values: [
      ...[
        '0',
        '0.00',
        '15',
        '15.0',
        '5.5',
        '0.05',
        '0.00005',
        '10000',
        '10001',
        '123456789012',
        '10000.0001',
      ],
      ...['100000000', '0.00010000', null],
    ],
    read: String,
  },
  // The database reads or refuses these values.
  'numeric, as text': { values: ['15', '-1', '1e3', null], read: (value) => Number(value) },
};

describe.skipIf(!hasServer)('an array in binary form', () => {
  provideOffice();
  const readBack = async (type: string, values: readonly unknown[], as = 'value') => {
    const { rows } = await office.database.asOwner((client) =>
      client.query<{ value: unknown }>(`SELECT ${as} AS value FROM unnest($1::${type}[]) AS k (value)`, [
        arrayOf(type, values),
      ]),
    );
    return rows.map(({ value }) => value);
  };

  it.each(Object.entries(kinds))('of %s has each value', async (kind, { values, read }) => {
    const [type = ''] = kind.split(',');
    const wanted = values.map((value) => (value === null ? null : read(value)));
    const found = (
      await readBack(type, values, type === 'jsonb' ? "replace(value::text, ' ', '')" : 'value')
    ).map((value) => (value === null ? null : read(value)));
    expect(found).toEqual(wanted);
    expect(await readBack(type, [])).toEqual([]);
  });

  it('has the instants of any clock, as numbers and as dates', async () => {
    const at = [0, Date.UTC(2026, 10, 26, 8, 20, 1, 5), Date.UTC(1999, 11, 31, 23, 59, 59, 999)];
    const found = await readBack('timestamptz', [...at, ...at.map((each) => new Date(each)), null]);
    expect(found).toEqual([...at, ...at].map((each) => new Date(each)).concat([null as never]));
  });

  it('has days and times of day as they are said, and leaves to the database what is none', async () => {
    const days = ['2026-11-26', '1999-12-31', '2000-01-01', '2000-02-29', '1970-01-01', null];
    expect(arrayOf('date', days)).toBeInstanceOf(Buffer);
    expect(await readBack('date', days, 'value::text')).toEqual(days);
    const times = ['2026-11-26T23:59:59', '1999-12-31T00:00:00', null];
    expect(arrayOf('timestamp', times)).toBeInstanceOf(Buffer);
    const formatted = (value: string) => `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
    expect(await readBack('timestamp', times, formatted('value'))).toEqual([
      '2026-11-26T23:59:59.000',
      '1999-12-31T00:00:00.000',
      null,
    ]);
    const others = ['2026-11-26T01:02:03Z', '2026-11-26T01:02:03.25', '2026-11-26'];
    expect(await readBack('timestamp', others, formatted('value'))).toEqual([
      '2026-11-26T01:02:03.000',
      '2026-11-26T01:02:03.250',
      '2026-11-26T00:00:00.000',
    ]);
    for (const none of ['2026-02-30', '2026-13-01', 'x'])
      await expect(readBack('date', ['2026-11-26', none])).rejects.toThrow(/date/);
    await expect(readBack('timestamp', ['2026-02-30T00:00:00'])).rejects.toThrow(/date/);
  });

  it('has any decimal', async () => {
    const decimal = fc
      .tuple(fc.bigInt(0n, 999_999_999_999n), fc.bigInt(0n, 999_999_999_999n), fc.nat(12))
      .map(([whole, fraction, scale]) => {
        const digits = String(fraction).padStart(12, '0').slice(0, scale);
        return digits === '' ? String(whole) : `${whole}.${digits}`;
      });
    const decimals = sample(decimal, 300);
    expect(arrayOf('numeric', decimals)).toBeInstanceOf(Buffer);
    expect(await readBack('numeric', decimals)).toEqual(decimals);
  });

  it('has any text, halves of characters as what stands for them', async () => {
    const text = fc.string({ unit: anyCharacter }).map((each) => each.replaceAll('\0', ''));
    const texts = [...sample(text, 200), 'a\ud83d', '\udd8a', '\ud83dx\ud83d'];
    expect(await readBack('text', texts)).toEqual(texts.map((each) => each.toWellFormed()));
  });
});
