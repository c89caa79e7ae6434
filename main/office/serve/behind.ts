import { lookup } from '../../base/network/addresses.ts';
import { createPost } from '../../base/network/http-post.ts';
import { systemClock } from '../../base/platform/clock.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { Counters } from '../metrics/counters.ts';
import { createMetricsServer } from '../metrics/metrics-server.ts';
import { openMail } from '../notices/mail.ts';
import { type NoticeContext, startNotices } from '../notices/send-notices.ts';
import type { OrderSigner } from '../orders/order-key.ts';
import { createStampVerifier } from '../verify/verify-stamps.ts';
import { startWatch } from '../watch/watch.ts';

/* The context of an office's background services. */

export async function startVerifying(
  database: OfficeDatabase,
  counters: Counters,
  metricsPort: string | undefined,
  onError: (error: unknown) => void,
): Promise<Behind> {
  const metrics = createMetricsServer(database, counters);
  const verifier = createStampVerifier(database, {
    clock: systemClock,
    onError,
    onVerified(documents, wrong) {
      counters.add('khatm_office_stamps_verified_total', {}, documents);
      counters.add('khatm_office_stamps_wrong_total', {}, wrong);
    },
  });
  if (metricsPort !== undefined)
    console.log(
      `metrics at ${await metrics.listen({ host: '127.0.0.1', port: Number(metricsPort) })}/metrics`,
    );
  verifier.start();
  return {
    async stop() {
      await metrics.close();
      await verifier.stop();
    },
  };
}

/** Watches the tills, and sends alarms to recipients. */
export function startAlarms(
  {
    database,
    mail,
    address,
    random,
    signer,
    isDemo,
  }: Pick<NoticeContext, 'database' | 'mail' | 'address' | 'random'> & {
    signer: OrderSigner;
    isDemo: boolean;
  },
  onError: (error: unknown) => void,
) {
  const watch = startWatch(database, { clock: systemClock, onError });
  const post = createPost({ lookup, timeoutMs: 30_000, answerBytes: 4096, plainToLoopback: isDemo });
  const sender = startNotices({ database, signer, post, mail, address, clock: systemClock, random }, onError);
  return {
    async stop() {
      await watch.stop();
      await sender.stop();
    },
  };
}

type Behind = ReturnType<typeof startAlarms>;

/** Returns the shop's mail server. It comes from the environment, because its address contains a password. */
export function mailServer() {
  const { KHATM_SMTP: address, KHATM_MAIL_FROM: from = '' } = process.env;
  return address === undefined ? undefined : openMail(address, from);
}
