import { classifyAnswer, standardBackOff } from '../../base/network/classify-answer.ts';
import type { Post, PostAnswer } from '../../base/network/http-post.ts';
import { sign, signWithTime } from '../../base/network/webhook-signature.ts';
import { type BackOff, pauseAfter } from '../../base/platform/back-off.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import { allTenants } from '../tills/all-tenants.ts';
import type { MailSender } from './mail.ts';
import { noticeMail } from './notice-mail.ts';
import { claimNotices, type DueNotice, type Settled, settleNotice } from './notices.ts';
import { noticeSecret } from './recipients.ts';

/*
 * Sends notices of alarms. The rows are authoritative, and any number of processes may send: each attempt is claimed by
 * one of them. Webhooks are signed in the same way as a till's webhooks.
 */

export interface NoticeContext {
  readonly database: OfficeDatabase;
  readonly signer: Pick<OrderSigner, 'digest'>;
  readonly post: Post;
  readonly mail?: MailSender | undefined;
  /** The address for browsers, which e-mails name. */
  readonly address?: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: () => number;
}

/** The lease is longer than the longest attempt. */
const leaseMs = 120_000;
/** The number of milliseconds after which a failed notice is abandoned. */
const oldest = 2 * 24 * 3_600_000;
const every = 5_000;
/** Alarms are urgent for minutes, so no pause is longer than that. */
const backOff: BackOff = { ...standardBackOff, longest: 5 * 60_000 };
/** Statuses in the 4xx range that may change later; all others are about the message itself. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

export async function sendDue(context: NoticeContext): Promise<void> {
  const tenants = await allTenants(context.database);
  await Promise.all(tenants.map((tenant) => sendOf(context, tenant)));
}

/** Claims all notices that are due after each attempt, so that a recipient that hangs keeps nobody waiting. */
async function sendOf(context: NoticeContext, tenant: number): Promise<void> {
  const due = await claimNotices(context.database, tenant, { now: context.clock.now(), leaseMs });
  await Promise.all(
    due.map(async (notice) => {
      const settled = await attempt(context, notice);
      await settleNotice(context.database, tenant, notice, settled, context.clock.now());
      await sendOf(context, tenant);
    }),
  );
}

async function attempt(context: NoticeContext, notice: DueNotice): Promise<Settled> {
  const { attempts, at, kind } = notice;
  const { clock, random } = context;
  const isLast = clock.now() - at > oldest;
  if (kind === 'webhook') {
    const answer = await postNotice(context, notice);
    const isRefused =
      answer.kind === 'answer' && answer.status >= 400 && answer.status < 500 && !passing.has(answer.status);
    const maxAttempts = isLast || isRefused ? attempts : Number.POSITIVE_INFINITY;
    return classifyAnswer(answer, { attempts, maxAttempts, random, now: clock.now(), backOff });
  }
  const mailed = (await context.mail?.send(noticeMail(notice, context.address))) ?? {
    ...{ failure: 'mail-off' as const, isFinal: false },
  };
  if (mailed === 'sent') return { state: 'delivered' };
  const { failure, isFinal } = mailed;
  if (isFinal || isLast) return { state: 'dead', failure };
  return { state: 'waiting', nextAt: clock.now() + pauseAfter(attempts, backOff, random), failure };
}

function postNotice({ post, signer, clock }: NoticeContext, notice: DueNotice): Promise<PostAnswer> {
  const { event, what, cause, tills, taxpayers, at, address: url, allowPrivate, salt } = notice;
  const type = `alarm.${what}`;
  const body = Buffer.from(
    JSON.stringify({
      ...{ id: event, type, createdAt: new Date(at).toISOString() },
      data: what === 'test' ? {} : { cause, tills, ...(taxpayers.length > 0 && { taxpayers }) },
    }),
  );
  const secret = noticeSecret(signer, salt);
  const seconds = Math.floor(clock.now() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Event': type,
    'X-Service-Delivery': event,
    'X-Service-Signature': sign(body, secret),
    'X-Service-Timestamp': String(seconds),
    'Khatm-Signature': signWithTime(body, [secret], seconds),
  };
  return post({ url, headers, body, allowPrivate });
}

/** The number of rounds that may wait for slow recipients at a time; each waits for a minute at most. */
const mostLooks = 20;

export function startNotices(
  context: NoticeContext & { readonly clock: Clock },
  onError: (error: unknown) => void,
) {
  let cancel = () => {};
  const underWay = new Set<Promise<void>>();
  const look = () => {
    if (underWay.size < mostLooks) {
      const sent: Promise<void> = sendDue(context)
        .catch(onError)
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    cancel = context.clock.after(every, look);
  };
  look();
  return {
    /** Stops; resolves when the attempts in progress have ended. */
    async stop(): Promise<void> {
      cancel();
      await Promise.all(underWay);
    },
  };
}
