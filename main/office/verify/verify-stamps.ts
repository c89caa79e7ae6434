import { Worker } from 'node:worker_threads';
import type { PoolClient } from 'pg';
import type { Clock } from '../../base/platform/clock.ts';
import { createThread } from '../../base/platform/thread.ts';
import { inBuckets } from '../database/citus.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { joinWhole } from '../packing/packing.ts';
import { forEachTenant } from '../tills/all-tenants.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import type { StampResult, StampTask } from './stamp-worker.ts';

export interface StampVerifierOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly onVerified?: (documents: number, wrong: number) => void;
  readonly onError: (error: unknown) => void;
}

/** The number of documents in one round, in all and of one chain. */
const mostDocuments = 200;
const mostOfChain = 50;
/**
 * The number of milliseconds between checks while there is nothing to verify: nearly all stamps are verified on arrival,
 * and a check reads all chains.
 */
const pollIntervalMs = 15_000;
/** An arbitrary number for a lock, the same in each process, so that only one verifies at a time. */
const verifierLock = 7_402_194;

/** Verifies the stamps of stored documents in the background, and records how far each chain is verified. */
export function createStampVerifier(
  database: OfficeDatabase,
  { clock, onVerified, onError }: StampVerifierOptions,
) {
  const thread = createThread<StampTask, StampResult>(
    'verifies stamps',
    () => new Worker(new URL('./stamp-worker.ts', import.meta.url)),
  );
  let cancel = () => {};
  let isStopped = false;
  let running: Promise<void> | undefined;

  async function verifyTenant(tenant: number): Promise<number> {
    const verify = async (client: PoolClient): Promise<number> => {
      const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
        verifierLock,
      ]);
      if (rows[0]?.free !== true) return 0;
      const documents = await nextDocuments(client);
      if (documents.length === 0) return 0;
      const faults = await thread.ask(documents.map(({ xml, whole }) => ({ xml, whole })));
      await record(
        client,
        documents.map((document, index) => ({ ...document, fault: faults[index] })),
      );
      onVerified?.(documents.length, faults.filter((fault) => fault !== undefined).length);
      return documents.length;
    };
    return database.within({ tenant }, verify);
  }

  /**
   * Verifies the next documents of each tenant.
   * @returns their number; it is 0 while another process is verifying, too
   */
  async function once(): Promise<number> {
    let verified = 0;
    await forEachTenant(database, async (tenant) => {
      verified += await verifyTenant(tenant);
    });
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
    start(): void {
      running = look();
    },
    async stop(): Promise<void> {
      isStopped = true;
      cancel();
      await thread.close();
      await running;
    },
  };
}

interface NextDocument extends Pick<ChainKey, 'bucket' | 'device' | 'generation'> {
  icv: string;
  xml: Buffer;
  whole: Buffer | null;
}

interface Unverified {
  bucket: number;
  device: number;
  generation: number;
  icv: string;
  verified_icv: string;
}

const nameOf = ({ device, generation }: Pick<Unverified, 'device' | 'generation'>) =>
  `${device}/${generation}`;

/** Returns chains with these positions, as rows `k`: one array for each column. */
const rowsOf = (...positions: readonly string[]) => {
  const arrays = positions.map((_, index) => `$${index + 4}::bigint[]`);
  return `unnest($1::smallint[], $2::integer[], $3::integer[], ${arrays.join(', ')})
       AS k (bucket, device, generation, ${positions.join(', ')})`;
};
const columnsOf = (rows: readonly (readonly unknown[])[]) =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));

/** Reads the first documents of each chain that are not verified, the ones that have waited longest first. */
async function nextDocuments(client: PoolClient): Promise<NextDocument[]> {
  while (true) {
    const { rows: chains } = await client.query<Unverified>(
      `SELECT bucket, device, generation, icv, verified_icv FROM chain
       WHERE verified_icv < icv ORDER BY verified_at NULLS FIRST LIMIT ${mostDocuments}`,
    );
    if (chains.length === 0) return [];
    const { requested, documents } = await firstDocuments(client, chains);
    const missing = requested.filter((chain) => !documents.has(nameOf(chain)));
    if (missing.length === 0) return [...documents.values()].flat();
    await passMissing(client, missing);
  }
}

/**
 * Reads the documents after the verified ones, as many as fit into a round, from each chain in turn. It reads none of a
 * chain whose next document has no bytes.
 */
async function firstDocuments(client: PoolClient, chains: readonly Unverified[]) {
  const requested: Unverified[] = [];
  const wanted: unknown[][] = [];
  let room = mostDocuments;
  for (const chain of chains) {
    if (room === 0) break;
    const verified = Number(chain.verified_icv);
    const number = Math.min(room, mostOfChain, Number(chain.icv) - verified);
    room -= number;
    requested.push(chain);
    wanted.push([chain.bucket, chain.device, chain.generation, verified, verified + number]);
  }
  const { rows } = await client.query<NextDocument>(
    `SELECT b.bucket, b.device, b.generation, b.icv, b.xml, b_whole.xml AS whole
     FROM ${rowsOf('after', 'through')} JOIN body AS b USING (bucket, device, generation) ${joinWhole('body', 'b')}
     WHERE b.icv > k.after AND b.icv <= k.through AND ${inBuckets(client, 'b.bucket')}`,
    columnsOf(wanted),
  );
  const all = Map.groupBy(rows, nameOf);
  const documents = new Map<string, NextDocument[]>();
  for (const chain of requested) {
    const ownRows = (all.get(nameOf(chain)) ?? []).sort((one, other) => Number(one.icv) - Number(other.icv));
    const next = Number(chain.verified_icv) + 1;
    const following = ownRows.filter(({ icv }, index) => Number(icv) === next + index);
    if (following.length > 0) documents.set(nameOf(chain), following);
  }
  return { requested, documents };
}

/** Skips documents whose bytes are missing, and reports them as wrong; otherwise they would hold up all the others. */
async function passMissing(client: PoolClient, chains: readonly Unverified[]): Promise<void> {
  const { rows } = await client.query<NextDocument>(
    `SELECT b.bucket, b.device, b.generation, min(b.icv) AS icv
     FROM ${rowsOf('verified')} JOIN body AS b USING (bucket, device, generation)
     WHERE b.icv > k.verified AND ${inBuckets(client, 'b.bucket')} GROUP BY b.bucket, b.device, b.generation`,
    columnsOf(chains.map((chain) => [chain.bucket, chain.device, chain.generation, chain.verified_icv])),
  );
  const next = new Map(rows.map((row) => [nameOf(row), Number(row.icv)]));
  await client.query(
    `UPDATE chain AS c SET verified_at = now(), verified_icv = least(c.icv, k.through),
       wrong_icv = coalesce(c.wrong_icv, k.verified + 1), wrong_check = coalesce(c.wrong_check, 'missing')
     FROM ${rowsOf('verified', 'through')}
     WHERE c.bucket = k.bucket AND c.device = k.device AND c.generation = k.generation AND c.verified_icv = k.verified`,
    columnsOf(
      chains.map((chain) => {
        const { bucket, device, generation, verified_icv, icv } = chain;
        const through = (next.get(nameOf(chain)) ?? Number(icv) + 1) - 1;
        return [bucket, device, generation, verified_icv, through];
      }),
    ),
  );
}

async function record(
  client: PoolClient,
  documents: readonly (NextDocument & { fault: string | undefined })[],
): Promise<void> {
  const chains = Map.groupBy(documents, ({ device, generation }) => `${device}/${generation}`);
  const rows = [...chains.values()].map((chain) => {
    const wrong = chain.find(({ fault }) => fault !== undefined);
    return { first: chain[0], last: chain.at(-1), wrong };
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
