import type { Actor } from '../../../../shared/actor.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditEntry, AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { openShiftSql } from './shifts.ts';

/** The actions at the till without a document, such as opening the drawer: audit lines with role and shift. */
export const tillActionKinds = [
  'lines-removed',
  'basket-emptied',
  'basket-discarded',
  'drawer-asked',
  'drawer-opened',
  'drawer-failed',
  'print-asked',
  'print-failed',
  'receipt-printed',
  'report-printed',
  'voucher-printed',
] as const satisfies readonly AuditAction[];
export type TillActionKind = (typeof tillActionKinds)[number];

export interface TillAction {
  readonly at: number;
  readonly by: Pick<Actor, 'name' | 'role' | 'approval'>;
  readonly action: TillActionKind;
  readonly detail?: object | undefined;
}

export type TillActions = ReturnType<typeof createTillActions>;

type Row = Omit<AuditEntry, 'detail'> & { readonly detail: string };

const columns = 'id, at, actor, action, detail, hash';
/** This is the condition of the indexes, which serve no other list. */
const isTillAction = `action IN (${tillActionKinds.map((action) => `'${action}'`).join(', ')})`;

export function createTillActions(database: Database, audit: Pick<AuditLog, 'write'>) {
  const selectShift = database.prepare<[], number | null>(`SELECT ${openShiftSql}`).pluck();
  const ofShift = database.prepare<[number], Row>(
    `SELECT ${columns} FROM audit WHERE ${isTillAction} AND json_extract(detail, '$.shift') = ? ORDER BY id`,
  );
  const prints = database.prepare<[string], Row>(
    `SELECT ${columns} FROM audit WHERE action = 'receipt-printed' AND json_extract(detail, '$.uuid') = ?
     ORDER BY id`,
  );
  const attempts = database.prepare<[string], { action: TillActionKind; id: number; asked: number | null }>(
    `SELECT action, id, json_extract(detail, '$.asked') AS asked FROM audit
     WHERE action IN ('print-asked', 'print-failed') AND json_extract(detail, '$.print') = ?`,
  );
  const write = database.transaction(({ at, by, action, detail }: TillAction): number => {
    const shift = selectShift.get() ?? undefined;
    const { name, role, approval } = by;
    return audit.write({ at, actor: name, action, detail: { ...detail, role, approval, shift } }).id;
  });
  return {
    /** Writes an action, with the role and the open shift, and returns the id of its line. */
    write: (action: TillAction) => write.immediate(action),
    ofShift: (shift: number) => ofShift.all(shift).map(toEntry),
    /** Returns true when this may be on paper: its printing began, and the printer did not report that it failed. */
    mayBePrinted(print: string): boolean {
      const lines = attempts.all(print);
      const failed = new Set(lines.map((line) => line.asked));
      return lines.some(({ action, id }) => action === 'print-asked' && !failed.has(id));
    },
    /** Returns the prints of a document. */
    prints: (uuid: string) => prints.all(uuid).map(toEntry),
  };
}

const toEntry = ({ detail, ...row }: Row): AuditEntry => ({ ...row, detail: JSON.parse(detail) });
