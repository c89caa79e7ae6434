import { readFileSync } from 'node:fs';
import { filesIn } from '../../base/vault/leaks.ts';
import { look } from './read-ledger.ts';

/** A payment as it is in the ledger, with the document of its sale. */
interface CardRow {
  readonly id: string;
  /** The id of the sale that the payment is for, or of the credit note whose money was refunded. */
  readonly sale: string;
  readonly isBack: 0 | 1;
  /** The amount that was paid with the card to which a refund is made. */
  readonly bought: number | null;
  /** The sum of refunds to the card of this payment. */
  readonly back: number;
  readonly amount: number;
  readonly state: string;
  readonly icv: number | null;
  /** The counter of the document of its sale. */
  readonly issued: number | null;
  readonly paid: number | null;
}

interface Told {
  readonly id: string;
  readonly refund?: true;
  readonly answer: { readonly state: string; readonly amount?: number };
}

/**
 * Checks each payment and refund by card against the card terminal's own memory: the money moved once and in the right
 * direction, after a request, and is in one document or still on the list of open payments. Refunds must not exceed the
 * payment.
 */
export function checkCards(ledgerFile: string, data: string): string[] {
  const rows = look(ledgerFile, (database) =>
    database
      .prepare<[], CardRow>(
        `SELECT c.id, coalesce(c.note, c.sale) AS sale, c.note IS NOT NULL AS isBack, c.amount, c.state, c.icv,
           b.amount AS bought, d.icv AS issued, p.amount AS paid,
           (SELECT coalesce(sum(r.amount), 0) FROM card_payment AS r
            WHERE r.purchase = c.id AND r.state = 'approved') AS back
         FROM card_payment AS c LEFT JOIN document AS d ON d.sale_id = coalesce(c.note, c.sale)
         LEFT JOIN card_payment AS b ON b.id = c.purchase
         LEFT JOIN payment AS p ON p.icv = c.icv AND p.position = c.position ORDER BY c.at, c.id`,
      )
      .all(),
  );
  const told = new Map(filesIn(data).filter(isMemory).flatMap(readMemory));
  const knownIds = new Set(rows.map(({ id }) => id));
  const approved = [...told.values()].filter(({ answer }) => answer.state === 'approved');
  const charged = Map.groupBy(
    rows.filter(({ id }) => told.get(id)?.answer.state === 'approved'),
    ({ sale }) => sale,
  );
  return [
    ...approved
      .filter(({ id }) => !knownIds.has(id))
      .map(({ id }) => `card payment ${id} was taken and not asked for`),
    ...[...charged].flatMap(([sale, { length }]) =>
      length === 1 ? [] : [`money moved ${length} times for the card of sale ${sale}`],
    ),
    ...rows.flatMap((row) => faultsOf(row, told.get(row.id))),
  ];
}

function faultsOf(row: CardRow, told: Told | undefined): string[] {
  const { id, amount, state, icv, issued, paid, isBack, bought, back } = row;
  const isTaken = told?.answer.state === 'approved';
  const isUnresolved = state === 'asked' || state === 'unknown';
  return [
    ...(state === 'approved' && !isTaken
      ? [`card payment ${id} is approved, and the terminal took nothing`]
      : []),
    ...(isTaken && !isUnresolved && state !== 'approved'
      ? [`card payment ${id} was taken, and is ${state}`]
      : []),
    ...(isTaken && (told?.refund === true) !== (isBack === 1)
      ? [`the money of card payment ${id} moved the wrong way`]
      : []),
    ...(bought !== null && amount > bought ? [`refund ${id} is more than was paid`] : []),
    ...(back > amount ? [`${back} went back of the ${amount} of card payment ${id}`] : []),
    ...(isTaken && told?.answer.amount !== amount ? [`card payment ${id} took another amount`] : []),
    ...(isUnresolved && issued !== null ? [`document ${issued} was issued while ${id} was unresolved`] : []),
    ...(state === 'approved' && icv !== issued
      ? [`card payment ${id} of document ${issued} is part of ${icv}`]
      : []),
    ...(icv !== null && paid !== amount ? [`document ${icv} counts ${paid} for the ${amount} of ${id}`] : []),
  ];
}

const isMemory = (file: string) => file.endsWith('card-simulator.jsonl');

/** Reads the simulator's file; its last line may be incomplete after a kill. */
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
