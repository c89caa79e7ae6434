import type { PoolClient } from 'pg';
import type { AlarmCause } from '../../../shared/office/alarms.ts';
import type { NoticeFailure, NoticeKind, RecipientKind } from '../../../shared/office/notices.ts';
import type { Language } from '../../../shared/values/language.ts';
import type { OfficeDatabase } from '../database/database.ts';

/* The rows of notices to recipients: written with the alarms themselves, claimed for an attempt, and settled. */

export interface ChangedAlarm {
  readonly alarm: string;
  readonly cause: AlarmCause;
}

/** The number of tills in one notice; if a network fails for thousands, there are several notices. */
const mostAlarms = 500;

/** Writes one notice for each recipient and cause. One added later is not notified when an older alarm ends. */
export async function writeNotices(
  client: PoolClient,
  what: 'began' | 'ended',
  changed: readonly ChangedAlarm[],
  now: number,
): Promise<void> {
  const causes = Map.groupBy(changed, ({ cause }) => cause);
  for (const [cause, alarms] of causes)
    for (let first = 0; first < alarms.length; first += mostAlarms)
      await client.query(
        `INSERT INTO alarm_notice (tenant, recipient, what, cause, alarms, at, next_at)
         SELECT r.tenant, r.recipient, $1, $2, array_agg(a.alarm ORDER BY a.alarm), $4, $4
         FROM alarm_recipient AS r JOIN alarm AS a ON a.alarm = ANY ($3::bigint[]) AND a.since >= r.created_at
         WHERE r.removed_at IS NULL GROUP BY r.tenant, r.recipient`,
        [what, cause, alarms.slice(first, first + mostAlarms).map(({ alarm }) => alarm), new Date(now)],
      );
}

export interface NoticedTill {
  readonly alarm: number;
  readonly device: number;
  readonly name: string;
  readonly branch: string;
  readonly vatNumber: string;
  readonly since: string;
  readonly endedAt: string | null;
}

/** A taxpayer that a notice is about, if its cause is not about a till. */
export type NoticedTaxpayer = Pick<NoticedTill, 'alarm' | 'vatNumber' | 'since' | 'endedAt'>;

export interface DueNotice {
  readonly notice: string;
  readonly event: string;
  readonly what: NoticeKind;
  readonly cause: AlarmCause | null;
  readonly tills: readonly NoticedTill[];
  readonly taxpayers: readonly NoticedTaxpayer[];
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** Attempts begun, this one included. */
  readonly attempts: number;
  readonly recipient: number;
  readonly kind: RecipientKind;
  readonly address: string;
  readonly language: Language;
  readonly allowPrivate: boolean;
  readonly salt: string;
}

interface DueRow extends Omit<DueNotice, 'tills' | 'taxpayers' | 'at'> {
  readonly alarms: readonly string[];
  readonly at: Date;
}

/** The number of attempts after which newer notices go first. */
const urgentAttempts = 3;

/**
 * Claims one due notice of each recipient. A test comes first, then the notices for each recipient in order; failed
 * notices follow in rotation. Without a result within the lease a notice is due again.
 */
export function claimNotices(
  database: OfficeDatabase,
  tenant: number,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<DueNotice[]> {
  return database.within({ tenant }, async (client) => {
    // The statement is named, so that a connection plans it only a few times: there is hardly ever a notice, and
    // planning would take longer than running it.
    const { rows } = await client.query<DueRow>({
      name: 'due-notices',
      text: `WITH first AS (
         SELECT DISTINCT ON (n.recipient) n.notice FROM alarm_notice AS n
         JOIN alarm_recipient AS r ON r.recipient = n.recipient AND r.removed_at IS NULL
         WHERE n.state = 'waiting'
         ORDER BY n.recipient, n.attempts > ${urgentAttempts}, n.what <> 'test',
           CASE WHEN n.attempts > ${urgentAttempts} THEN n.last_at END, n.notice)
       UPDATE alarm_notice AS n SET attempts = attempts + 1, next_at = $2, failure = NULL
       FROM alarm_recipient AS r
       WHERE n.notice IN (SELECT notice FROM first) AND n.state = 'waiting' AND n.next_at <= $1
         AND r.recipient = n.recipient
       RETURNING n.notice, n.event, n.what, n.cause, n.alarms, n.at, n.attempts, r.recipient, r.kind, r.address,
         r.language, r.allow_private AS "allowPrivate", r.salt`,
      values: [new Date(now), new Date(now + leaseMs)],
    });
    const due: DueNotice[] = [];
    for (const { alarms, at, ...row } of rows)
      due.push({ ...row, at: at.getTime(), ...(await aboutOf(client, alarms)) });
    return due;
  });
}

interface AboutRow {
  alarm: string;
  device: number | null;
  name: string | null;
  branch: string | null;
  vatNumber: string;
  since: Date;
  ended_at: Date | null;
}

async function aboutOf(
  client: PoolClient,
  alarms: readonly string[],
): Promise<Pick<DueNotice, 'tills' | 'taxpayers'>> {
  const tills: NoticedTill[] = [];
  const taxpayers: NoticedTaxpayer[] = [];
  if (alarms.length === 0) return { tills, taxpayers };
  const { rows } = await client.query<AboutRow>(
    `SELECT a.alarm, a.device, d.name, b.name AS branch, e.vat_number AS "vatNumber", a.since, a.ended_at
     FROM alarm AS a JOIN entity AS e ON e.entity = a.entity LEFT JOIN device AS d ON d.device = a.device
       LEFT JOIN branch AS b ON b.branch = d.branch
     WHERE a.alarm = ANY ($1::bigint[]) ORDER BY a.alarm`,
    [alarms],
  );
  for (const { alarm, device, name, branch, vatNumber, since, ended_at: endedAt } of rows) {
    const times = { since: since.toISOString(), endedAt: endedAt?.toISOString() ?? null };
    if (device === null) taxpayers.push({ alarm: Number(alarm), vatNumber, ...times });
    else
      tills.push({
        ...{ alarm: Number(alarm), device, name: name ?? '', branch: branch ?? '', vatNumber },
        ...times,
      });
  }
  return { tills, taxpayers };
}

/** The result of an attempt: sent, to be tried again at a time, or abandoned. */
export type Settled =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAt: number; readonly failure: NoticeFailure }
  | { readonly state: 'dead'; readonly failure: NoticeFailure };

/**
 * Stores the result of an attempt. After a success, the recipient's other notices are tried too. Notices that have
 * failed often already wait together, so that an unreachable recipient is called once for all of them.
 */
export async function settleNotice(
  database: OfficeDatabase,
  tenant: number,
  { notice, recipient }: Pick<DueNotice, 'notice' | 'recipient'>,
  settled: Settled,
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    await client.query(
      `UPDATE alarm_notice SET state = $2, last_at = $3, failure = $4, next_at = coalesce($5, next_at)
       WHERE notice = $1 AND state = 'waiting'`,
      [
        notice,
        settled.state,
        new Date(now),
        settled.state === 'delivered' ? null : settled.failure,
        settled.state === 'waiting' ? new Date(settled.nextAt) : null,
      ],
    );
    // A notice that is being sent counts as not failed, and keeps its lease.
    const others = `recipient = $1 AND state = 'waiting' AND notice <> $2 AND failure IS NOT NULL`;
    if (settled.state === 'delivered')
      await client.query(`UPDATE alarm_notice SET next_at = $3 WHERE ${others} AND next_at > $3`, [
        recipient,
        notice,
        new Date(now),
      ]);
    if (settled.state === 'waiting')
      await client.query(
        `UPDATE alarm_notice SET next_at = $3 WHERE ${others} AND attempts > ${urgentAttempts} AND next_at < $3`,
        [recipient, notice, new Date(settled.nextAt)],
      );
  });
}
