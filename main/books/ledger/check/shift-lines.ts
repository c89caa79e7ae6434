import type { Database } from '../database/database.ts';
import { isSameJson } from './same-json.ts';

const shiftActions = {
  'shift-opened': 'opened',
  'cash-in': 'in',
  'cash-out': 'out',
  'shift-handed-over': 'handover',
  'shift-closed': 'closed',
} as const;

interface Step {
  readonly kind: string;
  readonly actor: string;
  readonly amount?: unknown;
  readonly reason?: unknown;
  readonly hash?: unknown;
}

/** Compares shifts, movements of cash and closing reports with their lines. @param find takes the number of a shift */
export function createShiftLines(database: Database, find: (shift: number) => void) {
  const told = new Map<number, Step[]>();
  return {
    take(action: string, actor: string, fields: Readonly<Record<string, unknown>>): void {
      if (!(action in shiftActions)) return;
      const { shift, float, amount, reason, hash } = fields;
      const steps = told.get(Number(shift)) ?? [];
      const kind = shiftActions[action as keyof typeof shiftActions];
      steps.push({ kind, actor, amount: float ?? amount, reason, hash });
      told.set(Number(shift), steps);
    },
    end(): void {
      const shifts = stepsOf(database);
      for (const number of new Set([...shifts.keys(), ...told.keys()]))
        if (!isSameJson(shifts.get(number), told.get(number))) find(number);
    },
  };
}

/** Reads the steps of every shift in the form that its audit lines should have. */
function stepsOf(database: Database): Map<number, Step[]> {
  // The report of a shift is its last step, and movements keep their order.
  const select = database.prepare<[], Step & { number: number }>(`
    SELECT number, 0 AS phase, 0 AS place, 'opened' AS kind, actor, opening_float AS amount, NULL AS reason, NULL AS hash
    FROM shift
    UNION ALL SELECT shift, 1, rowid, kind, actor, amount, reason, NULL FROM cash_movement
    UNION ALL SELECT number, 2, 0, 'closed', actor, NULL, NULL, hash FROM shift_report
    ORDER BY number, phase, place`);
  const steps = select.all().map(({ number, kind, actor, amount, reason, hash }) => ({
    number,
    step: {
      kind,
      actor,
      amount: amount ?? undefined,
      reason: reason ?? undefined,
      hash: hash ?? undefined,
    },
  }));
  return new Map(
    [...Map.groupBy(steps, ({ number }) => number)].map(([number, ownSteps]) => [
      number,
      ownSteps.map(({ step }) => step),
    ]),
  );
}
