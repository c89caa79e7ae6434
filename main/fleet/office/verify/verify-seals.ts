import { Worker } from 'node:worker_threads';
import type { PoolClient } from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { createThread } from '../../../platform/thread.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { allTenants } from '../tills/all-tenants.ts';
import type { SealResult, SealTask } from './seal-worker.ts';

/** Verifies the seals of stored documents, behind the feed, and records how far each chain is verified. */
export interface SealVerifier {
  /**
   * Verifies the next documents of each tenant.
   * @returns their number; 0 also while another process is at it
   */
  once(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface SealVerifierOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly onVerified?: (documents: number, wrong: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Documents of one round, and of one chain in it. */
const mostDocuments = 200;
const mostOfChain = 50;
/** Milliseconds between checks while nothing is to be verified. */
const pollIntervalMs = 2_000;
/** Any number, the same in each process: one of them verifies at a time. */
const verifierLock = 7_402_194;

export function createSealVerifier(
  database: OfficeDatabase,
  { clock, onVerified, onError }: SealVerifierOptions,
): SealVerifier {
  const thread = createThread<SealTask, SealResult>(
    'verifies seals',
    () => new Worker(new URL('./seal-worker.ts', import.meta.url)),
  );
  let cancel = () => {};
  let isStopped = false;
  let running: Promise<void> | undefined;

  async function verifyTenant(tenant: number): Promise<number> {
    return database.within({ tenant }, async (client) => {
      const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
        verifierLock,
      ]);
      if (rows[0]?.free !== true) return 0;
      await passMissing(client);
      const documents = await nextDocuments(client);
      if (documents.length === 0) return 0;
      const faults = await thread.ask(documents.map(({ xml }) => xml));
      await record(
        client,
        documents.map((document, index) => ({ ...document, fault: faults[index] })),
      );
      onVerified?.(documents.length, faults.filter((fault) => fault !== undefined).length);
      return documents.length;
    });
  }

  async function once(): Promise<number> {
    let verified = 0;
    for (const tenant of await allTenants(database)) verified += await verifyTenant(tenant);
    return verified;
  }

  async function look(): Promise<void> {
    const verified = await once().catch((error: unknown) => {
      if (!isStopped) onError(error);
      return 0;
    });
    if (!isStopped)
      cancel = clock.after(verified === 0 ? pollIntervalMs : 0, () => {
        running = look();
      });
  }

  return {
    once,
    start() {
      running = look();
    },
    async stop() {
      isStopped = true;
      cancel();
      await thread.close();
      await running;
    },
  };
}

interface NextDocument {
  bucket: number;
  device: number;
  generation: number;
  icv: string;
  xml: Buffer;
}

/** Goes on behind documents whose bytes are missing, which are named as wrong: they would keep all the others waiting. */
async function passMissing(client: PoolClient): Promise<void> {
  await client.query(
    `UPDATE chain AS c SET verified_at = now(), verified_icv = least(k.icv, coalesce(k.next - 1, k.icv)),
       wrong_icv = coalesce(c.wrong_icv, c.verified_icv + 1), wrong_check = coalesce(c.wrong_check, 'missing')
     FROM (
       SELECT c.bucket, c.device, c.generation, c.icv, (
         SELECT min(b.icv) FROM body AS b WHERE b.bucket = c.bucket AND b.device = c.device
           AND b.generation = c.generation AND b.icv > c.verified_icv
       ) AS next
       FROM chain AS c WHERE c.verified_icv < c.icv ORDER BY c.verified_at NULLS FIRST LIMIT ${mostDocuments}
     ) AS k
     WHERE c.bucket = k.bucket AND c.device = k.device AND c.generation = k.generation
       AND k.next IS DISTINCT FROM c.verified_icv + 1`,
  );
}

/** Reads the first documents that are not verified, of some chains; the ones that waited longest first. */
async function nextDocuments(client: PoolClient): Promise<NextDocument[]> {
  const { rows } = await client.query<NextDocument>(
    `SELECT b.bucket, b.device, b.generation, b.icv, b.xml
     FROM (
       SELECT bucket, device, generation, verified_icv FROM chain
       WHERE verified_icv < icv ORDER BY verified_at NULLS FIRST LIMIT ${mostDocuments}
     ) AS c
     CROSS JOIN LATERAL (
       SELECT * FROM body AS b
       WHERE b.bucket = c.bucket AND b.device = c.device AND b.generation = c.generation
         AND b.icv > c.verified_icv AND b.icv <= c.verified_icv + ${mostOfChain}
       ORDER BY b.icv
     ) AS b
     LIMIT ${mostDocuments}`,
  );
  return rows;
}

async function record(
  client: PoolClient,
  documents: readonly (NextDocument & { fault: string | undefined })[],
): Promise<void> {
  const chains = Map.groupBy(documents, ({ device, generation }) => `${device}/${generation}`);
  const rows = [...chains.values()].map((own) => {
    const wrong = own.find(({ fault }) => fault !== undefined);
    return { first: own[0], last: own.at(-1), wrong };
  });
  await client.query(
    `UPDATE chain AS c SET verified_icv = greatest(c.verified_icv, k.icv), verified_at = now(),
       wrong_icv = coalesce(c.wrong_icv, k.wrong_icv), wrong_check = coalesce(c.wrong_check, k.wrong_check)
     FROM unnest($1::smallint[], $2::integer[], $3::integer[], $4::bigint[], $5::bigint[], $6::text[])
       AS k (bucket, device, generation, icv, wrong_icv, wrong_check)
     WHERE c.bucket = k.bucket AND c.device = k.device AND c.generation = k.generation`,
    [
      rows.map(({ first }) => first?.bucket),
      rows.map(({ first }) => first?.device),
      rows.map(({ first }) => first?.generation),
      rows.map(({ last }) => last?.icv),
      rows.map(({ wrong }) => wrong?.icv ?? null),
      rows.map(({ wrong }) => wrong?.fault ?? null),
    ],
  );
}
