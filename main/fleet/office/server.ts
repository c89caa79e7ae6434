import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { enrolRequestSchema } from '../../../shared/fleet/enrolment.ts';
import { type Batch, batchSchema, mostBytes } from '../../../shared/fleet/feed.ts';
import type { OfficeDatabase } from './database/database.ts';
import { ingest } from './ingest/ingest.ts';
import { createOrderBoard } from './orders/order-board.ts';
import type { OrderSigner } from './orders/order-key.ts';
import { enrol, type KnownTill, letGo } from './tills/tills.ts';
import { tillOf } from './tills/token.ts';

/** Seconds after which a till may ask again when the database is away. */
const retryAfter = 10;
/** Requests for enrolment are small. */
const smallBody = 4096;

export interface OfficeServerOptions {
  readonly onError?: (error: unknown) => void;
  /** Signs orders; without it no till gets any. */
  readonly signer?: OrderSigner | undefined;
}

/** The office's API, not yet listening. Processes share nothing but the database. */
export function createOfficeServer(
  database: OfficeDatabase,
  { onError = () => {}, signer }: OfficeServerOptions = {},
): FastifyInstance {
  // Attempts to sign in are counted by address: a proxy on this machine says whose they are.
  const app = Fastify({
    bodyLimit: mostBytes.compressed,
    forceCloseConnections: true,
    trustProxy: 'loopback',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send();
    onError(error);
    // Without its database the office knows nothing, and the till keeps everything.
    return reply.code(503).header('retry-after', String(retryAfter)).send();
  });
  const board = signer && createOrderBoard({ database, signer, now: Date.now });
  const asTill = (
    path: string,
    answer: (till: KnownTill, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.post(path, async (request, reply) => {
      const till = await tillOf(database, request.headers.authorization, bodyOf(request));
      if (till === undefined) return reply.code(401).send();
      return till.hasLeft ? reply.code(423).send() : answer(till, request, reply);
    });

  app.post('/fleet/v1/enrol', { bodyLimit: smallBody }, async (request, reply) => {
    const parsed = enrolRequestSchema.safeParse(parseJson(bodyOf(request)));
    if (!parsed.success) return reply.code(400).send();
    const answer = await enrol(database, parsed.data, signer?.publicKey);
    return reply.code(answer.result === 'enrolled' ? 200 : 403).send(answer);
  });
  asTill('/fleet/v1/feed', async ({ key }, request, reply) => {
    const batch = readBatch(request);
    if (batch === undefined) return reply.code(400).send();
    const answer = await ingest(database, key, batch);
    if (answer.result === 'left') return reply.code(423).send();
    const orders = batch.orders && (await board?.answer(key, batch.orders));
    return reply.code(answer.result === 'kept' ? 200 : 409).send({ ...answer, orders });
  });
  asTill('/fleet/v1/leave', async ({ key }, _request, reply) => {
    await letGo(database, key);
    return reply.code(204).send();
  });
  app.get('/healthz', async (_request, reply) => reply.code(204).send());
  app.get('/readyz', async (_request, reply) => {
    await database.asOwner((client) => client.query('SELECT 1'));
    return reply.code(204).send();
  });
  return app;
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Returns undefined for what is no batch. */
function readBatch(request: FastifyRequest): Batch | undefined {
  const limit = { maxOutputLength: mostBytes.whole };
  try {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    const body = bodyOf(request);
    const read = {
      zstd: () => zstdDecompressSync(body, { ...limit, params: { [constants.ZSTD_d_windowLogMax]: 25 } }),
      gzip: () => gunzipSync(body, limit),
      identity: () => body,
    }[encoding];
    return read && batchSchema.safeParse(parseJson(read())).data;
  } catch {
    return undefined;
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
