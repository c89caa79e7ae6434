import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DropProgram } from '../programs/drop-program.ts';
import type { Integrator } from '../programs/integrator.ts';
import { saleNumberOf } from './read-document.ts';
import type { LedgerRow } from './read-ledger.ts';

/*
 * Checks that every sale of another program became one document, and that the program has a receipt for that document.
 */

/** Groups the first documents of sales by sale number, without corrections and returns. */
function documentsBySale(rows: readonly LedgerRow[]): Map<number, LedgerRow[]> {
  return Map.groupBy(
    rows.filter(({ kind, replaces }) => kind === 'invoice' && replaces === null),
    saleNumberOf,
  );
}

/**
 * Checks that each idempotency key gave exactly one document, the same one in every answer.
 * @param firstSale the first sale number of the API
 */
export function checkApi(
  rows: readonly LedgerRow[],
  { answers, complaints }: Pick<Integrator, 'answers' | 'complaints'>,
): string[] {
  const problems = [...complaints];
  const documents = documentsBySale(rows);
  for (const [sale, answer] of answers) {
    const [row, ...more] = documents.get(sale) ?? [];
    if (more.length > 0) problems.push(`the key of sale ${sale} has ${1 + more.length} documents`);
    if (row?.uuid !== answer.uuid || row.hash !== answer.hash || row.icv !== answer.icv)
      problems.push(
        `the key of sale ${sale} was answered with ${answer.number}, the ledger has ${row?.number}`,
      );
  }
  return problems;
}

/**
 * Checks that each file with a sale gave one document and its answer, that each other file was refused, and that no
 * file is left over.
 */
export function checkDropFolder(
  rows: readonly LedgerRow[],
  { folder, sales, rubbish }: Pick<DropProgram, 'folder' | 'sales' | 'rubbish'>,
): string[] {
  const problems: string[] = [];
  const documents = documentsBySale(rows);
  const read = (...parts: string[]) => {
    const file = path.join(folder, ...parts);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  for (const [sale, name] of sales) {
    const wrong = (what: string) => problems.push(`file ${name}: ${what}`);
    const [row, ...more] = documents.get(sale) ?? [];
    if (row === undefined || more.length > 0) {
      wrong(`has ${row === undefined ? 0 : 1 + more.length} documents`);
      continue;
    }
    const answer = JSON.parse(read('out', name) ?? '{}');
    if (answer.uuid !== row.uuid || answer.status !== row.state)
      wrong(`was answered with ${answer.uuid} ${answer.status}, the ledger has ${row.uuid} ${row.state}`);
    if (read('out', name.replace('.json', '.xml')) !== row.xml.toString('utf8'))
      wrong('has another document in its answer');
  }
  for (const name of rubbish) {
    if (read('refused', name) === undefined) problems.push(`file ${name}: was not set aside`);
    if (read('refused', name.replace('.json', '.reason.json')) === undefined)
      problems.push(`file ${name}: was refused without a reason`);
  }
  for (const place of ['in', '.taken'])
    for (const name of namesIn(folder, place)) problems.push(`file ${name}: lies in ${place}`);
  const answers = namesIn(folder, 'out').filter((name) => /^[^.].*\.json$/.test(name));
  if (answers.length > sales.size) problems.push(`${answers.length} answers for ${sales.size} files`);
  return problems;
}

function namesIn(folder: string, place: string): string[] {
  const whole = path.join(folder, place);
  return existsSync(whole) ? readdirSync(whole) : [];
}
