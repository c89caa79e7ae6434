import { parse } from 'csv-parse/sync';
import type { OfficeDatabase } from '../database/database.ts';
import { addTill } from '../tills/tills.ts';

/* A list of tills as CSV, with the headings vat, branch, name, serial, prefix. */

const headings = ['vat', 'branch', 'name', 'serial', 'prefix'] as const;
type Row = Readonly<Record<(typeof headings)[number], string>>;

/** A fault of one row, counted as a spreadsheet shows it; row 1 has the headings. */
export interface ListFault {
  readonly row: number;
  readonly column: (typeof headings)[number];
  readonly code: 'missing' | 'no-vat-number' | 'twice' | 'taken';
}

export interface ReadList {
  readonly tills: readonly Row[];
  readonly faults: readonly ListFault[];
}

/** Reads a list and finds every fault in it: a serial or prefix stands once for a taxpayer, here and in the office. */
export async function readTills(database: OfficeDatabase, tenant: number, csv: string): Promise<ReadList> {
  const rows: Partial<Row>[] = parse(csv, {
    bom: true,
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: [',', ';', '\t'],
  });
  const tills = rows.map((row) => ({ vat: '', branch: '', name: '', serial: '', prefix: '', ...row }));
  const taken = await takenIn(database, tenant);
  const seen = new Set<string>();
  const faults: ListFault[] = [];
  for (const [index, till] of tills.entries()) {
    const row = index + 2;
    for (const column of headings) if (till[column] === '') faults.push({ row, column, code: 'missing' });
    if (till.vat !== '' && !/^3\d{13}3$/.test(till.vat))
      faults.push({ row, column: 'vat', code: 'no-vat-number' });
    for (const column of ['serial', 'prefix'] as const) {
      if (till[column] === '') continue;
      const name = nameOf(till.vat, column, till[column]);
      if (seen.has(name)) faults.push({ row, column, code: 'twice' });
      else if (taken.has(name)) faults.push({ row, column, code: 'taken' });
      seen.add(name);
    }
  }
  return { tills, faults };
}

/** Adds the tills of a list without faults. @returns the code that enrols each */
export async function addTills(
  database: OfficeDatabase,
  tenant: number,
  { tills, faults }: ReadList,
): Promise<readonly { readonly name: string; readonly branch: string; readonly code: string }[]> {
  if (faults.length > 0) throw new TypeError('a list with faults adds no till');
  const added = [];
  for (const { vat: vatNumber, branch, name, serial, prefix } of tills) {
    const planned = { serial, prefix };
    added.push({
      name,
      branch,
      code: await addTill(database, { tenant, vatNumber, branch, name, planned }),
    });
  }
  return added;
}

const nameOf = (vat: string, column: string, value: string) =>
  JSON.stringify([vat, column, value.toLowerCase()]);

async function takenIn(database: OfficeDatabase, tenant: number): Promise<ReadonlySet<string>> {
  return database.within({ tenant }, async (client) => {
    const { rows } = await client.query<{ vat: string; serial: string | null; prefix: string | null }>(
      `SELECT e.vat_number AS vat, d.planned_serial AS serial, d.planned_prefix AS prefix
       FROM device AS d JOIN entity AS e USING (entity)`,
    );
    return new Set(
      rows.flatMap(({ vat, serial, prefix }) => [
        ...(serial === null ? [] : [nameOf(vat, 'serial', serial)]),
        ...(prefix === null ? [] : [nameOf(vat, 'prefix', prefix)]),
      ]),
    );
  });
}
