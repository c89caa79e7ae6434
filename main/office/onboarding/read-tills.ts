import { CsvError, parse } from 'csv-parse/sync';
import { type ListFault, listColumns } from '../../../shared/office/onboarding.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { ByPerson } from '../orders/by-person.ts';
import { writeLine } from '../people/office-log.ts';
import { isLine } from '../tills/till-names.ts';
import { addTills as addAll } from '../tills/tills.ts';

/* A list of tills as CSV, with the headings vat, branch, name, serial, prefix. */

type Row = Readonly<Record<(typeof listColumns)[number], string>>;

export interface ReadList {
  readonly tills: readonly Row[];
  readonly faults: readonly ListFault[];
}

/**
 * Reads a list and finds every fault in it: a serial or prefix may occur only once for a taxpayer, in the list and in
 * the office.
 */
export async function readTills(database: OfficeDatabase, tenant: number, csv: string): Promise<ReadList> {
  const read = rowsOf(csv);
  if ('fault' in read) return { tills: [], faults: [read.fault] };
  const { rows } = read;
  const taken = await takenIn(database, tenant);
  const seen = new Set<string>();
  const faults: ListFault[] = [];
  for (const [row, till] of rows) {
    for (const column of listColumns) {
      const code = faultOf(column, till[column]);
      if (code !== undefined) faults.push({ row, column, code });
    }
    for (const column of ['serial', 'prefix'] as const) {
      if (till[column] === '') continue;
      const name = nameOf(till.vat, column, till[column]);
      if (seen.has(name)) faults.push({ row, column, code: 'twice' });
      else if (taken.has(name)) faults.push({ row, column, code: 'taken' });
      seen.add(name);
    }
  }
  return { tills: rows.map(([, till]) => till), faults };
}

const delimiters = [',', ';', '\t'];

/** Reads the rows by their number in a spreadsheet: an empty line counts, and a field with two lines is in one row. */
function rowsOf(
  csv: string,
): { readonly rows: readonly (readonly [number, Row])[] } | { readonly fault: ListFault } {
  try {
    const all: string[][] = parse(csv, {
      bom: true,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      delimiter: delimiters,
    });
    const first = all.findIndex((cells) => cells.some((cell) => cell !== ''));
    const heads = (all[first] ?? []).map((name) => name.toLowerCase());
    const rows = all
      .map((cells, index) => [index + 1, cells] as const)
      .filter(([row, cells]) => row > first + 1 && cells.some((cell) => cell !== ''))
      .map(([row, cells]) => {
        const cell = (column: (typeof listColumns)[number]) => cells[heads.indexOf(column)] ?? '';
        const [vat, branch, name, serial, prefix] = listColumns.map(cell) as [
          string,
          string,
          string,
          string,
          string,
        ];
        return [row, { vat, branch, name, serial, prefix }] as const;
      });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records ?? error.lines ?? 0) + 1;
    return { fault: { row, column: columnAt(csv, Number(error.column)), code: 'quote' } };
  }
}

/** Finds the column of an unreadable field by the first line. */
function columnAt(csv: string, index: number): ListFault['column'] {
  const heads = (csv.trimStart().split('\n')[0] ?? '')
    .split(/[,;\t]/)
    .map((name) => name.trim().toLowerCase());
  return listColumns.find((column) => column === heads[index]) ?? 'name';
}

const longest = { vat: 15, branch: 100, name: 100, serial: 100, prefix: 12 } as const;

function faultOf(column: ListFault['column'], value: string): ListFault['code'] | undefined {
  if (value === '') return 'missing';
  if (column === 'vat') return /^3\d{13}3$/.test(value) ? undefined : 'no-vat-number';
  if (value.length > longest[column]) return 'too-long';
  if (column === 'prefix') return /^[A-Za-z0-9]+$/.test(value) ? undefined : 'character';
  // The serial is one of three parts in the till's certificate.
  return isLine(value) && !(column === 'serial' && value.includes('|')) ? undefined : 'character';
}

/**
 * Reads a list and adds its tills; adds none if it has a fault, or if another list used a serial or prefix meanwhile.
 */
export async function addList(
  database: OfficeDatabase,
  tenant: number,
  csv: string,
  by: ByPerson & { now: number },
): Promise<{ readonly faults: readonly ListFault[]; readonly added: Awaited<ReturnType<typeof addTills>> }> {
  const list = await readTills(database, tenant, csv);
  if (list.faults.length > 0 || list.tills.length === 0) return { faults: list.faults, added: [] };
  try {
    return { faults: [], added: await addTills(database, tenant, list, by) };
  } catch (error) {
    const { faults } = await readTills(database, tenant, csv);
    if ((error as { code?: string }).code !== alreadyThere || faults.length === 0) throw error;
    return { faults, added: [] };
  }
}

/** PostgreSQL's code for a duplicate of a unique row. */
const alreadyThere = '23505';

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
