import { existsSync, readFileSync } from 'node:fs';
import { type PrintStep, printsOf, pulsesOf } from '../till/till-printer.ts';
import { look } from './read-ledger.ts';

interface Line {
  readonly id: number;
  readonly action: 'drawer-asked' | 'drawer-opened' | 'drawer-failed';
  readonly asked: number | null;
}

/**
 * Checks the drawer against the audit log. No pulse may happen without a line before it, and each line has at most one
 * later line with its outcome.
 */
export function checkDrawer(ledgerFile: string, printerFolder: string): string[] {
  const lines = look(ledgerFile, (database) =>
    database
      .prepare<[], Line>(
        `SELECT id, action, detail ->> '$.asked' AS asked FROM audit
         WHERE action IN ('drawer-asked', 'drawer-opened', 'drawer-failed') ORDER BY id`,
      )
      .all(),
  );
  const requests = lines.filter(({ action }) => action === 'drawer-asked');
  const ends = Map.groupBy(
    lines.filter(({ action }) => action !== 'drawer-asked'),
    (line) => line.asked,
  );
  const pulses = pulsesIn(pulsesOf(printerFolder));
  return [
    ...(pulses <= requests.length
      ? []
      : [`the drawer got ${pulses} pulses, and the audit log has ${requests.length}`]),
    ...[...ends].flatMap(([id, { length }]) => [
      ...(requests.some((line) => line.id === id)
        ? []
        : [`an opening of the drawer was not asked for: ${id}`]),
      ...(length === 1 ? [] : [`opening ${id} of the drawer ended ${length} times`]),
    ]),
  ];
}

/** A line that was cut off is a pulse too, since the drawer opened. */
const pulsesIn = (file: string) => linesOf(file).length;

const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

interface PrintLine {
  readonly uuid: string;
  readonly number: string;
  readonly form: string;
  readonly copy: 0 | 1;
}

/**
 * Checks the prints against the audit log. Each line must be for a whole print, never for an interrupted one. No form of a
 * document may have a second original, neither on paper nor in the log, or one after a copy.
 */
export function checkPrints(ledgerFile: string, printerFolder: string): string[] {
  const lines = look(ledgerFile, (database) =>
    database
      .prepare<[], PrintLine>(
        `SELECT detail ->> '$.uuid' AS uuid, detail ->> '$.number' AS number, detail ->> '$.form' AS form,
           detail ->> '$.copy' AS copy FROM audit WHERE action = 'receipt-printed' ORDER BY id`,
      )
      .all(),
  );
  /** An original that was begun and did not fail may be on paper. */
  const originals = look(ledgerFile, (database) =>
    database
      .prepare<[], string>(
        `SELECT detail ->> '$.print' FROM audit AS begun WHERE action = 'print-asked' AND detail ->> '$.copy' = 0
           AND NOT EXISTS (SELECT 1 FROM audit AS end WHERE end.action = 'print-failed' AND end.detail ->> '$.asked' = begun.id)`,
      )
      .pluck()
      .all(),
  );
  const papers = linesOf(printsOf(printerFolder))
    .map((line): PrintStep => JSON.parse(line))
    .filter(({ step }) => step === 'cut');
  const told = Map.groupBy(lines, ({ number, copy }) => `${copy === 1 ? 'copy' : 'original'} of ${number}`);
  const came = Map.groupBy(papers, ({ number, copy }) => `${copy ? 'copy' : 'original'} of ${number}`);
  return [
    ...[...Map.groupBy(originals, (print) => print)].flatMap(([print, { length }]) =>
      length > 1 ? [`the original of ${print} was printed ${length} times`] : [],
    ),
    ...[...told].flatMap(([what, { length }]) => {
      const whole = came.get(what)?.length ?? 0;
      return length <= whole
        ? []
        : [`${length} lines tell of the ${what}, and ${whole} came out of the printer`];
    }),
    ...[...Map.groupBy(lines, ({ uuid, form }) => `${uuid} ${form}`)].flatMap(([what, each]) =>
      each.slice(1).every(({ copy }) => copy === 1)
        ? []
        : [`the original of ${what} is not the first of its prints, or not the only one`],
    ),
  ];
}
