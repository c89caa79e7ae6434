import { isDeepStrictEqual } from 'node:util';
import { endOfKey } from '../accounts/buyer-key.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createDocumentFacts } from '../documents/document-facts.ts';

/** A disagreement between the audit log and the rows that it describes. */
export interface AuditFinding {
  readonly what: /** A document has no line, two lines, or one that disagrees with its row. */
    | 'document-without-line'
    | 'document-twice'
    | 'document-differs'
    /** A line names a document, a shift or a report that does not exist. */
    | 'line-without-document'
    /** A shift, a movement of cash or a closing report disagrees with its line. */
    | 'shift-differs'
    /** A payment on account has no line, or one that disagrees with its row. */
    | 'payment-differs';
  /** The counter of the document, or the number of the shift or of the payment's voucher. */
  readonly number: number;
}

/** The most findings that are returned; more would not help. */
const findingsAtMost = 100;

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

/** Compares lines of the audit log with rows, line by line in order. */
export function createAuditFacts(database: Database) {
  const facts = createDocumentFacts(database);
  const document = database.prepare<[number], { number: string; hash: string }>(
    'SELECT number, hash FROM document WHERE icv = ?',
  );
  const allDocuments = database.prepare<[], number>('SELECT icv FROM document ORDER BY icv').pluck();
  const stepsOf = createStepsOf(database);
  const paymentsOf = createPaymentsOf(database);
  const findings: AuditFinding[] = [];
  const seen = new Set<number>();
  const told = new Map<number, Step[]>();
  const paid = new Map<number, unknown[]>();
  const find = (what: AuditFinding['what'], number: unknown) => {
    if (findings.length < findingsAtMost) findings.push({ what, number: Number(number) });
  };

  function takeDocument(actor: string, detail: Readonly<Record<string, unknown>>): void {
    const icv = Number(detail.icv);
    const row = document.get(icv);
    if (row === undefined) {
      find('line-without-document', icv);
      return;
    }
    if (seen.has(icv)) {
      find('document-twice', icv);
      return;
    }
    seen.add(icv);
    const { kind, name, ...rest } = facts.issuedBy(icv);
    const paid = facts.payments(icv);
    // The card terminal's answer is in another line, so it is omitted here.
    const payments = paid.map(({ card: _, ...payment }) => payment);
    const cards = paid.flatMap(({ card }) => card?.id ?? []);
    const expected = {
      icv,
      ...row,
      by: kind,
      ...rest,
      payments,
      ...(cards.length > 0 && { cards }),
    };
    if (actor !== name || !isSameJson(detail, expected)) find('document-differs', icv);
  }

  return {
    take: ({ action, actor, detail }: Pick<AuditEntry, 'action' | 'actor' | 'detail'>) => {
      const fields = detail as Readonly<Record<string, unknown>>;
      if (action === 'document-issued') takeDocument(actor, fields);
      if (accountActions.includes(action))
        paid.set(Number(fields.payment), [...(paid.get(Number(fields.payment)) ?? []), { actor, ...fields }]);
      if (!(action in shiftActions)) return;
      const { shift, float, amount, reason, hash } = fields;
      const steps = told.get(Number(shift)) ?? [];
      const kind = shiftActions[action as keyof typeof shiftActions];
      steps.push({ kind, actor, amount: float ?? amount, reason, hash });
      told.set(Number(shift), steps);
    },
    /** Returns the disagreements, at most `findingsAtMost`; called once, after the last line. */
    end: () => {
      for (const icv of allDocuments.iterate()) if (!seen.has(icv)) find('document-without-line', icv);
      const shifts = stepsOf();
      for (const number of new Set([...shifts.keys(), ...told.keys()]))
        if (!isSameJson(shifts.get(number), told.get(number))) find('shift-differs', number);
      const payments = paymentsOf();
      for (const number of new Set([...payments.keys(), ...paid.keys()]))
        if (!isSameJson(payments.get(number), paid.get(number))) find('payment-differs', number);
      return findings;
    },
  };
}

/** Returns a function that reads the steps of every shift in the form that its audit lines should have. */
function createStepsOf(database: Database): () => Map<number, Step[]> {
  // The report of a shift is its last step, and movements keep their order.
  const select = database.prepare<[], Step & { number: number }>(`
    SELECT number, 0 AS phase, 0 AS place, 'opened' AS kind, actor, opening_float AS amount, NULL AS reason, NULL AS hash
    FROM shift
    UNION ALL SELECT shift, 1, rowid, kind, actor, amount, reason, NULL FROM cash_movement
    UNION ALL SELECT number, 2, 0, 'closed', actor, NULL, NULL, hash FROM shift_report
    ORDER BY number, phase, place`);
  return () => {
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
  };
}

/** Returns a function that reads every payment on account in the form that its audit line should have. */
function createPaymentsOf(database: Database): () => Map<number, unknown[]> {
  const select = database.prepare<
    [],
    {
      number: number;
      key: string;
      takesBack: number | null;
      note: string | null;
      shift: number | null;
      approval: string | null;
    }
  >(
    `SELECT number, actor, key, means, amount, takes_back AS takesBack, note, shift, approval FROM account_payment
     ORDER BY number`,
  );
  return () =>
    new Map(
      select.all().map(({ number, key, takesBack, note, shift, approval, ...row }) => [
        number,
        [
          {
            payment: number,
            buyer: endOfKey(key),
            ...row,
            shift: shift ?? undefined,
            ...(approval !== null && { approval: JSON.parse(approval) }),
            // The note of a payment may name the payer, which the log must not contain.
            ...(takesBack !== null && { takesBack, reason: note }),
          },
        ],
      ]),
    );
}

const accountActions: readonly string[] = [
  'account-paid',
  'account-paid-back',
  'account-taken-back',
] satisfies AuditAction[];

/** Compares values as JSON, so that an undefined field counts as missing. */
const isSameJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
