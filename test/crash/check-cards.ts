import { readFileSync } from 'node:fs';
import { filesIn } from '../vault/leaks.ts';
import { look } from './read-ledger.ts';

/** A payment as the ledger has it, with the document of its sale. */
interface CardRow {
  readonly id: string;
  readonly sale: string;
  readonly amount: number;
  readonly state: string;
  readonly icv: number | null;
  /** The counter of the document of its sale. */
  readonly issued: number | null;
  readonly paid: number | null;
}

interface Told {
  readonly id: string;
  readonly answer: { readonly state: string; readonly amount?: number };
}

/**
 * Checks each card payment against the card terminal's own memory: charged once, asked for before, and its money in one
 * document or still on the list that people look after.
 */
export function checkCards(ledgerFile: string, data: string): string[] {
  const rows = look(ledgerFile, (database) =>
    database
      .prepare<[], CardRow>(
        `SELECT c.id, c.sale, c.amount, c.state, c.icv, d.icv AS issued, p.amount AS paid
         FROM card_payment AS c LEFT JOIN document AS d ON d.sale_id = c.sale
         LEFT JOIN payment AS p ON p.icv = c.icv AND p.position = c.position ORDER BY c.at, c.id`,
      )
      .all(),
  );
  const told = new Map(filesIn(data).filter(isMemory).flatMap(readMemory));
  const known = new Set(rows.map(({ id }) => id));
  const approved = [...told.values()].filter(({ answer }) => answer.state === 'approved');
  const charged = Map.groupBy(
    rows.filter(({ id }) => told.get(id)?.answer.state === 'approved'),
    ({ sale }) => sale,
  );
  return [
    ...approved
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `card payment ${id} was taken and not asked for`),
    ...[...charged].flatMap(([sale, { length }]) =>
      length === 1 ? [] : [`the customer of sale ${sale} was charged ${length} times`],
    ),
    ...rows.flatMap((row) => faultsOf(row, told.get(row.id))),
  ];
}

function faultsOf({ id, amount, state, icv, issued, paid }: CardRow, told: Told | undefined): string[] {
  const isTaken = told?.answer.state === 'approved';
  const isUnresolved = state === 'asked' || state === 'unknown';
  return [
    ...(state === 'approved' && !isTaken
      ? [`card payment ${id} is approved, and the terminal took nothing`]
      : []),
    ...(isTaken && !isUnresolved && state !== 'approved'
      ? [`card payment ${id} was taken, and is ${state}`]
      : []),
    ...(isTaken && told?.answer.amount !== amount ? [`card payment ${id} took another amount`] : []),
    ...(isUnresolved && issued !== null ? [`document ${issued} was issued while ${id} was unresolved`] : []),
    ...(state === 'approved' && icv !== issued
      ? [`card payment ${id} of document ${issued} is part of ${icv}`]
      : []),
    ...(icv !== null && paid !== amount ? [`document ${icv} counts ${paid} for the ${amount} of ${id}`] : []),
  ];
}

const isMemory = (file: string) => file.endsWith('card-simulator.jsonl');

/** Reads what the simulator knows; the last line of one that was killed may be a part. */
function readMemory(file: string): [string, Told][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): [string, Told][] => {
      try {
        const told: Told = JSON.parse(line);
        return [[told.id, told]];
      } catch {
        return [];
      }
    });
}
