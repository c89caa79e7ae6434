import { endOfKey } from '../accounts/buyer-key.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { Database } from '../database/database.ts';
import { isSameJson } from './same-json.ts';

const accountActions: readonly string[] = [
  'account-paid',
  'account-paid-back',
  'account-taken-back',
] satisfies AuditAction[];

/** Compares payments on account with their lines. @param find takes the number of a payment */
export function createPaymentLines(database: Database, find: (payment: number) => void) {
  const paid = new Map<number, unknown[]>();
  return {
    take(action: string, actor: string, fields: Readonly<Record<string, unknown>>): void {
      if (!accountActions.includes(action)) return;
      const number = Number(fields.payment);
      paid.set(number, [...(paid.get(number) ?? []), { actor, ...fields }]);
    },
    end(): void {
      const payments = paymentsOf(database);
      for (const number of new Set([...payments.keys(), ...paid.keys()]))
        if (!isSameJson(payments.get(number), paid.get(number))) find(number);
    },
  };
}

/** Reads every payment on account in the form that its audit line should have. */
function paymentsOf(database: Database): Map<number, unknown[]> {
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
  return new Map(
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
