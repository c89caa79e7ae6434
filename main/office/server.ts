import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { enrolRequestSchema } from '../../shared/office/wire/enrolment.ts';
import { type Batch, mostBytes } from '../../shared/office/wire/feed.ts';
import { systemClock } from '../base/platform/clock.ts';
import { nonceHeader, urgentPriority } from '../link/wire/signed-request.ts';
import type { OfficeDatabase } from './database/database.ts';
import { type Admission, createAdmission } from './ingest/admission.ts';
import { createGroupCommit, type GroupCommit } from './ingest/group-commit.ts';
import type { Ingested } from './ingest/ingest.ts';
import { createLargeReader, type LargeReader } from './ingest/large-reader.ts';
import { parseJson } from './ingest/parse-json.ts';
import { mostHere, readBatch, unpackedSize } from './ingest/read-batch.ts';
import { type Counters, createCounters } from './metrics/counters.ts';
import type { Traces } from './metrics/traces.ts';
import { createOrderBoard, type OrderBoard } from './orders/order-board.ts';
import type { OrderSigner } from './orders/order-key.ts';
import { bookArrivals, NotReceived } from './port/arrivals.ts';
import { pinsOf } from './tills/certificate-pins.ts';
import { createNonces, type Nonces } from './tills/nonces.ts';
import { createTillFinder, type TillFinder } from './tills/till-finder.ts';
import { enrol, type KnownTill, letGo } from './tills/tills.ts';
import { isSigned, type OnForged, onceAMinute, refusal, type Signature, signatureOf } from './tills/token.ts';

/** The number of seconds after which a till may ask again if the database is unreachable. */
const retryAfter = 10;
/** The largest request without a batch, in bytes. */
const smallBody = 4096;

/** PostgreSQL's codes for text that it cannot store: repeating the batch would fail for ever. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05']);

/** Each request needs the time, and the system clock that counts sleep takes as long as reading a small batch. */
const monotonic = () => performance.now();

export interface OfficeServerOptions {
  readonly random: () => number;
  readonly onError?: ((error: unknown) => void) | undefined;
  readonly counters?: Counters | undefined;
  /** The number of milliseconds to gather batches, see `createGroupCommit`. */
  readonly gatherMs?: number | undefined;
  /** Signs orders; without it, tills get none. */
  readonly signer?: OrderSigner | undefined;
  /** Addresses and networks of the proxies in front of the office, whose headers are trusted to name the sender. */
  readonly proxies?: readonly string[] | undefined;
  /** The number of milliseconds within which a whole request must arrive. */
  readonly requestMs?: number | undefined;
  /**
   * The milliseconds after which a database that is silent is not ready. A question without an end would keep a
   * connection, and those who ask do so every few seconds.
   */
  readonly readyMs?: number;
  readonly traces?: Traces | undefined;
  /** The certificate shown to everybody who connects; without it the server speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** Answers errors: without its database the office stores nothing, and the till keeps everything. */
function answerError(onError: (error: unknown) => void, counters: Counters, random: () => number) {
  return (
    error: { statusCode?: number; code?: string },
    _request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    if (error instanceof NotReceived) return refuseBody(error, random, reply);
    const { statusCode = unstorable.has(error.code ?? '') ? 400 : 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send();
    onError(error);
    counters.add('khatm_office_errors_total');
    return reply.code(503).header('retry-after', String(retryAfter)).send();
  };
}

/** The rest of the body is not read: the connection ends with the answer. */
function refuseBody({ statusCode }: NotReceived, random: () => number, reply: FastifyReply): FastifyReply {
  if (statusCode === 503)
    reply.header('retry-after', String(retryAfter + Math.floor(random() * 2 * retryAfter)));
  return reply.code(statusCode).header('connection', 'close').send();
}

type AnswerTill = (till: KnownTill, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

interface Keeping extends Pick<OfficeServerOptions, 'traces'> {
  readonly admission: Admission;
  readonly groupCommit: GroupCommit;
  readonly large: LargeReader;
  readonly board: OrderBoard | undefined;
  readonly counters: Counters;
}

/** Unpacks a till's batch, stores its rows and answers with the till's orders. */
function keepBatch({ admission, groupCommit, large, board, counters, traces }: Keeping): AnswerTill {
  return async ({ key }, request, reply) => {
    const began = performance.now();
    const packed = { body: bodyOf(request), encoding: encodingOf(request) };
    const size = unpackedSize(packed.body, packed.encoding);
    if (size === undefined || size > mostBytes.whole) return reply.code(400).send();
    const place = await admission.unpack(size);
    try {
      // The till gave up and will try again: the same batch would be read twice.
      if (reply.raw.closed) return reply.code(503).send();
      const isLarge = size > mostHere.batch;
      // Others are read here while the thread reads this one.
      if (isLarge) place.isRead();
      const batch = isLarge ? await large.batch(packed, size) : readBatch(packed, size);
      if (batch === undefined) return reply.code(400).send();
      const take = () => groupCommit.take(key, batch, place.isRead, isUrgent(request, batch));
      const answer = await (traces === undefined ? take() : traces.within(request, 'keep a batch', take));
      countPost(counters, answer, batch, (performance.now() - began) / 1000);
      if (answer.result === 'left') return reply.code(423).send();
      const orders = batch.orders && (await board?.answer(key, batch.orders));
      return reply.code(answer.result === 'kept' ? 200 : 409).send({ ...answer, orders });
    } finally {
      place.leave();
    }
  };
}

/** Adds the routes that need no signature of a till. */
function addPublicRoutes(
  app: FastifyInstance,
  database: OfficeDatabase,
  signer: OrderSigner | undefined,
  readyMs: number,
): void {
  // A till that sees a new certificate asks whether it is the office's.
  app.get('/office/v1/certificates', async (_request, reply) => {
    const pins = signer === undefined ? [] : await pinsOf(database);
    if (signer === undefined || pins.length === 0) return reply.code(404).send();
    return reply.type('application/jwt').send(await signer.signPins(pins, Date.now()));
  });
  app.get('/healthz', async (_request, reply) => reply.code(204).send());
  app.get('/readyz', async (_request, reply) => {
    await database.asOwner((client) => client.query('SELECT 1'), readyMs);
    return reply.code(204).send();
  });
}

/** Makes the office's API, which does not listen yet. Processes share only the database. */
export function createOfficeServer(
  database: OfficeDatabase,
  {
    random,
    onError = () => {},
    counters = createCounters(),
    gatherMs,
    signer,
    proxies = [],
    requestMs = 60_000,
    readyMs = 5_000,
    traces,
    tls,
  }: OfficeServerOptions,
): FastifyInstance {
  const tills = createTillFinder(database, Date.now);
  const nonces = createNonces(signer?.digest('nonces') ?? randomBytes(32), () => Date.now());
  const signatures = new WeakMap<FastifyRequest, Signature>();
  const onForged = onceAMinute(onError, monotonic);
  const onRequest = identify(tills, nonces, signatures, onForged);
  const large = createLargeReader();
  const groupCommit = createGroupCommit(database, {
    large,
    clock: systemClock,
    random,
    ...(gatherMs !== undefined && { gatherMs }),
    onCommit: countCommits(counters),
  });
  const app = newServer(requestMs, proxies, tls);
  app.addHook('onClose', large.close);
  traces?.attach(app);
  app.setErrorHandler(answerError(onError, counters, random));
  const board = signer && createOrderBoard({ database, signer, now: Date.now });
  const admission = createAdmission(monotonic);
  app.addHook('preParsing', bookArrivals(requestMs, admission.isBusy));
  const asTill = (path: string, bodyLimit: number, answer: AnswerTill) =>
    app.post(path, { bodyLimit, onRequest }, async (request, reply) => {
      const signature = signatures.get(request);
      if (signature === undefined) return reply.code(401).send();
      if (!isSigned(signature, bodyOf(request))) {
        onForged(signature.till, refusal(signature.till, path, new Error('signed for another body')));
        return reply.code(401).send();
      }
      return answer(signature.till, request, reply);
    });
  app.post('/office/v1/enrol', async (request, reply) => {
    const parsed = enrolRequestSchema.safeParse(parseJson(bodyOf(request)));
    if (!parsed.success) return reply.code(400).send();
    const answer = await enrol(database, parsed.data, signer?.publicKey);
    // A till that was enrolled again has another key.
    if (answer.result === 'enrolled') tills.forget(answer.tenant, answer.device);
    return reply.code(answer.result === 'enrolled' ? 200 : 403).send(answer);
  });
  asTill(
    '/office/v1/feed',
    mostBytes.compressed,
    keepBatch({ admission, groupCommit, large, board, counters, traces }),
  );
  asTill('/office/v1/leave', smallBody, async ({ key }, request, reply) => {
    // The request to leave has an empty body; any other body is refused.
    if (bodyOf(request).toString('utf8') !== '{}') return reply.code(400).send();
    await letGo(database, key);
    tills.forget(key.tenant, key.device);
    return reply.code(204).send();
  });
  addPublicRoutes(app, database, signer, readyMs);
  return app;
}

function newServer(
  requestMs: number,
  proxies: readonly string[],
  tls: OfficeServerOptions['tls'],
): FastifyInstance {
  const limits = { headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 10 };
  // Attempts to sign in are counted by address, for which a proxy on this machine, or a configured one, is trusted.
  const shared = {
    bodyLimit: smallBody,
    requestTimeout: requestMs,
    forceCloseConnections: true,
    trustProxy: ['loopback', ...proxies],
  };
  const app: FastifyInstance =
    tls === undefined
      ? Fastify({ ...shared, http: limits })
      : (Fastify({ ...shared, https: { ...limits, ...tls } }) as unknown as FastifyInstance);
  app.decorateRequest('sender', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Identifies the sender of a request by its headers, so that the office never waits for the body of a stranger. */
function identify(
  tills: TillFinder,
  nonces: Nonces,
  signatures: WeakMap<FastifyRequest, Signature>,
  onForged: OnForged,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers;
    reply.header(nonceHeader, nonces.current());
    const head = { authorization, path: request.routeOptions.url ?? '' };
    const signature = await signatureOf(tills, nonces, head, onForged);
    if (signature === 'stale') return reply.code(401).send({ error: 'use_dpop_nonce' });
    if (signature === undefined) return reply.code(401).send();
    if (signature.till.hasLeft) return reply.code(423).send();
    signatures.set(request, signature);
    const { tenant, device } = signature.till.key;
    request.sender = { room: 'tills', name: `${tenant}.${device}` };
    return undefined;
  };
}

function countCommits(counters: Counters) {
  return (batches: number, documents: number, verified: number) => {
    counters.add('khatm_office_commits_total');
    counters.add('khatm_office_commit_batches_total', {}, batches);
    counters.add('khatm_office_commit_documents_total', {}, documents);
    counters.add('khatm_office_stamps_verified_total', {}, verified);
  };
}

function countPost(counters: Counters, answer: Ingested, batch: Batch, seconds: number): void {
  const result = answer.result === 'refused' ? answer.code : answer.result;
  counters.add('khatm_office_feed_posts_total', { result });
  counters.add('khatm_office_feed_seconds_sum', {}, seconds);
  if (answer.result !== 'kept') return;
  for (const kind of ['documents', 'events', 'audit'] as const)
    counters.add('khatm_office_feed_rows_total', { kind }, batch[kind].length);
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Returns true when a sale waits for the answer. A post with rows is not urgent: storing it takes long. */
const isUrgent = ({ headers: { priority } }: FastifyRequest, { documents, events, audit }: Batch): boolean =>
  priority === urgentPriority && documents.length + events.length + audit.length === 0;

const encodingOf = ({ headers: { 'content-encoding': encoding = 'identity' } }: FastifyRequest): string =>
  encoding;
