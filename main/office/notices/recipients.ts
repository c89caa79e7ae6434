import { randomUUID } from 'node:crypto';
import { fail } from '../../../shared/failure.ts';
import type { OfficeOutput, OfficeParsed } from '../../../shared/office/contract.ts';
import { refuse } from '../../../shared/office/failure.ts';
import type { NoticeFailure, Recipient } from '../../../shared/office/notices.ts';
import { isReceiverUrl } from '../../base/network/http-post.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import { writeLine } from '../people/office-log.ts';

/* The recipients of alarms: addresses that owners enter. */

const mostRecipients = 50;

/** Returns the secret that signs the messages to a webhook. It is derived each time and never stored. */
export const noticeSecret = (signer: Pick<OrderSigner, 'digest'>, salt: string): string =>
  signer.digest(`notices ${salt}`).toString('hex');

interface Row extends Omit<Recipient, 'last'> {
  lastAt: string | null;
  state: 'waiting' | 'delivered' | 'dead' | null;
  failure: NoticeFailure | null;
}

export function listRecipients(database: OfficeDatabase, tenant: number): Promise<Recipient[]> {
  return database.atOneMoment({ tenant }, async (client) => {
    const rows = await contractRows<Row>(
      client,
      `SELECT r.recipient, r.kind, r.address, r.language, r.allow_private AS "allowPrivate",
         r.created_at AS "createdAt", l.last_at AS "lastAt", l.state, l.failure,
         (SELECT count(*) FROM alarm_notice AS n
          WHERE n.recipient = r.recipient AND n.state = 'waiting') AS waiting
       FROM alarm_recipient AS r
       LEFT JOIN LATERAL (SELECT last_at, state, failure FROM alarm_notice AS n
         WHERE n.recipient = r.recipient AND last_at IS NOT NULL ORDER BY notice DESC LIMIT 1) AS l ON true
       WHERE r.removed_at IS NULL ORDER BY r.recipient`,
    );
    return rows.map(({ lastAt: at, state, failure, ...row }) => ({
      ...row,
      last: at === null || state === null ? null : { at, state, failure },
    }));
  });
}

/** The ways in which notices leave this office. */
export interface NoticeRoutes {
  readonly canMail: boolean;
  readonly signer: OrderSigner | undefined;
  /** True to allow plain HTTP to this machine only, for a demonstration. */
  readonly plainToLoopback: boolean;
}

type Asker = { readonly tenant: number; readonly person: number };

export async function addRecipient(
  database: OfficeDatabase,
  { tenant, person }: Asker,
  given: OfficeParsed<'notice.add'>,
  { canMail, signer, plainToLoopback }: NoticeRoutes,
  now: number,
): Promise<OfficeOutput<'notice.add'>> {
  const { kind, address } = given;
  if (kind === 'email' && !canMail) return refuse('no-mail');
  if (kind === 'webhook' && !isReceiverUrl(address, plainToLoopback))
    fail('bad-input', {
      issues: [{ path: ['address'], code: 'https-address', message: 'must be an https address' }],
    });
  const ownSigner = signer ?? refuse('no-order-key');
  const salt = randomUUID();
  return database.within({ tenant }, async (client) => {
    const { rows: there } = await client.query('SELECT FROM alarm_recipient WHERE removed_at IS NULL');
    if (there.length >= mostRecipients) refuse('not-allowed');
    const { rows } = await client.query<{ recipient: number }>(
      `INSERT INTO alarm_recipient (tenant, kind, address, language, allow_private, salt, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING recipient`,
      [
        tenant,
        kind,
        address,
        kind === 'email' ? given.language : 'en',
        kind === 'webhook' && given.allowPrivate,
        salt,
        new Date(now),
      ],
    );
    const recipient = rows[0]?.recipient ?? refuse('internal');
    // The query of an address may contain a password, so the log names only the host.
    const detail = { recipient, kind, address: kind === 'email' ? address : new URL(address).host };
    await writeLine(client, { tenant, person, action: 'notice.added', detail }, now);
    return { recipient, secret: kind === 'webhook' ? noticeSecret(ownSigner, salt) : null };
  });
}

export async function removeRecipient(
  database: OfficeDatabase,
  { tenant, person }: Asker,
  recipient: number,
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE alarm_recipient SET removed_at = $2 WHERE recipient = $1 AND removed_at IS NULL',
      [recipient, new Date(now)],
    );
    if (rowCount !== 1) refuse('not-found');
    await writeLine(client, { tenant, person, action: 'notice.removed', detail: { recipient } }, now);
  });
}

export async function testRecipient(
  database: OfficeDatabase,
  tenant: number,
  recipient: number,
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO alarm_notice (tenant, recipient, what, alarms, at, next_at)
       SELECT tenant, recipient, 'test', '{}', $2, $2 FROM alarm_recipient
       WHERE recipient = $1 AND removed_at IS NULL`,
      [recipient, new Date(now)],
    );
    if (rowCount !== 1) refuse('not-found');
  });
}
