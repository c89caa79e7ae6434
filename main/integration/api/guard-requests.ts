import { isIP } from 'node:net';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/platform/clock.ts';
import { apiVersion } from '../docs/api-version.ts';
import type { Authenticate } from '../oauth/bearer.ts';
import { BearerError } from '../oauth/bearer-error.ts';
import { RequestProblemError } from '../problem.ts';
import { createOwnRound, type OwnRound } from './own-round.ts';
import { type Rate, RateLimit } from './rate-limit.ts';

/** 500 sales a minute through the API are the goal; a client is allowed more than twice that. */
const standardRates = {
  /** The limit for one client's sales and returns. */
  sales: { burst: 200, perSecond: 20 },
  /** The limit for one client's reads; they do not count against its sales. */
  reading: { burst: 200, perSecond: 20 },
  /** The limit for one address, before a request is examined. A sale with a valid token does not count. */
  address: { burst: 1000, perSecond: 200 },
};
export type Rates = Readonly<Record<keyof typeof standardRates, Rate>>;

/** The number of bytes of a body that count as one more call: the largest sale costs 64. */
const bytesPerCall = 64 * 1024;
export interface RequestGuard {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly rates: Partial<Rates> | undefined;
  /** Host names that the server answers to, besides addresses. */
  readonly names: readonly string[];
  readonly standardBody: number;
}

/** Checks the host, the rate and the token before the body is read. Reads wait for their own round; sales do not. */
export function guardRequests(app: FastifyInstance, guard: RequestGuard): OwnRound {
  const { names, standardBody } = guard;
  const ownRound = createOwnRound(guard.clock);
  const budgets = createBudgets(guard);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
      'x-api-version': apiVersion,
    });
    const { hostname } = request;
    if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !names.includes(hostname.toLowerCase()))
      throw new RequestProblemError('wrong-host');
    await budgets.enter(request, reply);
    // This happens before the body is read, so that a caller who sends many large bodies is stopped at the first few.
    const { bodyLimit = standardBody } = request.routeOptions;
    const announced = Math.min(Number(request.headers['content-length'] ?? 0), bodyLimit);
    budgets.chargeBytes(request, reply, announced);
  });

  app.addHook('preHandler', async (request, reply) => {
    const { body, headers } = request;
    // If the length of the body was not declared, its cost is counted now.
    if (Buffer.isBuffer(body) && headers['content-length'] === undefined)
      budgets.chargeBytes(request, reply, body.length);
    if (kindOf(request.routeOptions.config) !== 'reading') return undefined;
    await ownRound();
    // The caller no longer waits, and the databases may be closed.
    return request.raw.socket.destroyed ? reply.hijack() : undefined;
  });
  return ownRound;
}

type Kind = 'sales' | 'reading' | 'tokens' | 'address';

function kindOf({ scope, budget }: FastifyContextConfig): Kind {
  return budget ?? (scope === undefined ? 'address' : scope === 'invoices.write' ? 'sales' : 'reading');
}

function createBudgets({ authenticate, clock, rates: given }: RequestGuard) {
  const rates = { ...standardRates, ...given };
  const ofClient = { sales: new RateLimit(clock, rates.sales), reading: new RateLimit(clock, rates.reading) };
  // A client that reads too often can still get a token for its next sale.
  const ofAddress = {
    tokens: new RateLimit(clock, rates.address),
    address: new RateLimit(clock, rates.address),
  };
  const limitOf = (kind: Kind) => (kind === 'sales' || kind === 'reading' ? ofClient[kind] : ofAddress[kind]);

  const setLimitHeaders = ({ caller, routeOptions }: FastifyRequest, reply: FastifyReply) => {
    const kind = kindOf(routeOptions.config);
    if (caller === undefined || kind === 'address' || kind === 'tokens') return;
    const { limit, remaining, reset } = limitOf(kind).state(caller.clientId);
    reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset });
  };

  return {
    /** Identifies the caller, and takes one call from its budget. */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { scope } = request.routeOptions.config;
      const kind = kindOf(request.routeOptions.config);
      if (kind !== 'sales') take(kind === 'tokens' ? ofAddress.tokens : ofAddress.address, request.ip);
      if (scope === undefined) return;
      try {
        request.caller = await authenticate(request.headers.authorization, scope);
      } catch (error) {
        if (error instanceof BearerError) request.refusedClient = error.clientId;
        if (kind === 'sales') take(ofAddress.address, request.ip);
        throw error;
      }
      try {
        take(limitOf(kind), request.caller.clientId);
      } finally {
        setLimitHeaders(request, reply);
      }
    },
    chargeBytes(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
      const calls = Math.floor(bytes / bytesPerCall);
      if (calls === 0) return;
      const { caller, ip, routeOptions } = request;
      if (caller === undefined) ofAddress.address.charge(ip, calls);
      else limitOf(kindOf(routeOptions.config)).charge(caller.clientId, calls);
      setLimitHeaders(request, reply);
    },
  };
}

function take(limit: RateLimit, caller: string): void {
  const wait = limit.take(caller);
  if (wait > 0)
    throw new RequestProblemError('too-many-requests', { 'retry-after': String(Math.ceil(wait / 1000)) });
}
