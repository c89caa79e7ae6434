import type { Halalas } from '../../../../shared/values/money.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { endOfKey, ofBuyer } from './buyer-key.ts';

export interface NewLimit {
  readonly key: string;
  readonly limit: Halalas | undefined;
  readonly at: number;
  readonly actor: string;
}

/**
 * The limits of buyers. A limit set under an old key applies to the buyer to which that key leads, unless the buyer has
 * its own limit.
 */
export function createLimits(database: Database, audit: Pick<AuditLog, 'write'>) {
  const get = database
    .prepare<[{ key: string }], number>(
      `SELECT amount FROM account_limit WHERE ${ofBuyer} ORDER BY key = :key DESC, amount LIMIT 1`,
    )
    .pluck();
  const drop = database.prepare<[{ key: string }]>(`DELETE FROM account_limit WHERE ${ofBuyer}`);
  const put = database.prepare<[{ key: string; amount: number }]>(
    'INSERT INTO account_limit (key, amount) VALUES (:key, :amount)',
  );
  const set = database.transaction(({ key, limit, at, actor }: NewLimit): void => {
    const before = get.get({ key });
    if (before === limit) return;
    drop.run({ key });
    if (limit !== undefined) put.run({ key, amount: limit });
    audit.write({ at, actor, action: 'account-limit-set', detail: { buyer: endOfKey(key), limit, before } });
  });
  return {
    get: (key: string) => get.get({ key }),
    set: (limit: NewLimit) => set.immediate(limit),
  };
}
