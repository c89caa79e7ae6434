import { parse } from 'csv-parse/sync';
import { type ListFault, listColumns } from '../../../../shared/headquarters/onboarding.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { ByPerson } from '../orders/by-person.ts';
import { writeLine } from '../people/office-log.ts';
import { addTills as addAll } from '../tills/tills.ts';

/* A list of tills as CSV, with the headings vat, branch, name, serial, prefix. */

type Row = Readonly<Record<(typeof listColumns)[number], string>>;

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
    for (const column of listColumns) if (till[column] === '') faults.push({ row, column, code: 'missing' });
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

/** Adds the tills of a list without faults, all of them or none. @returns the code that enrols each */
export async function addTills(
  database: OfficeDatabase,
  tenant: number,
  { tills, faults }: ReadList,
  { by, person = null, now }: ByPerson & { now: number },
): Promise<readonly { readonly name: string; readonly branch: string; readonly code: string }[]> {
  if (faults.length > 0) throw new TypeError('a list with faults adds no till');
  const planned = tills.map(({ vat: vatNumber, branch, name, serial, prefix }) => {
    return { tenant, vatNumber, branch, name, planned: { serial, prefix } };
  });
  const codes = await addAll(database, tenant, planned, (client) =>
    writeLine(client, { tenant, person, action: 'tills.added', detail: { tills: tills.length, by } }, now),
  );
  return tills.map(({ name, branch }, index) => ({ name, branch, code: codes[index] ?? '' }));
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
