import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { apiVersion } from '../docs/api-version.ts';
import type { Authenticate } from '../oauth/bearer.ts';
import { RequestProblemError } from '../problem.ts';
import { type Rate, RateLimit } from './rate-limit.ts';

export interface Rates {
  /** Of one client, once its token is known. */
  readonly client: Rate;
  /** Of one address, before anything is looked at. */
  readonly address: Rate;
}

/** 500 sales a minute through the API are an aim; a client has more than twice that. */
const standardRates: Rates = {
  client: { burst: 200, perSecond: 20 },
  address: { burst: 1000, perSecond: 200 },
};

/** Bytes of a body that cost as much as one more call: the largest sale costs 64. */
const bytesPerCall = 64 * 1024;
export interface RequestGuard {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly rates: Partial<Rates> | undefined;
  /** Host names it answers for besides addresses. */
  readonly names: readonly string[];
  /** Bytes of a body where a route does not say otherwise. */
  readonly standardBody: number;
}

/** Lets a request through by its host, its rate and its token, before its body is read. */
export function guardRequests(app: FastifyInstance, guard: RequestGuard): void {
  const { authenticate, clock, names, standardBody } = guard;
  const rates = { ...standardRates, ...guard.rates };
  const limits = { client: new RateLimit(clock, rates.client), address: new RateLimit(clock, rates.address) };

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
    charge(limits.address, request.ip);
    const { scope } = request.routeOptions.config;
    if (scope !== undefined) {
      request.caller = await authenticate(request.headers.authorization, scope);
      charge(limits.client, request.caller.clientId);
    }
    // Before the body is read: a caller that sends many large ones at once is stopped at the first few.
    const { bodyLimit = standardBody } = request.routeOptions;
    chargeBytes(request, Math.min(Number(request.headers['content-length'] ?? 0), bodyLimit));
  });

  const chargeBytes = ({ ip, caller }: FastifyRequest, bytes: number) => {
    const calls = Math.floor(bytes / bytesPerCall);
    limits.address.charge(ip, calls);
    if (caller !== undefined) limits.client.charge(caller.clientId, calls);
  };
  // Bodies that did not announce their length.
  app.addHook('preHandler', async (request) => {
    const { body, headers } = request;
    if (Buffer.isBuffer(body) && headers['content-length'] === undefined) chargeBytes(request, body.length);
  });
}

function charge(limit: RateLimit, caller: string): void {
  const wait = limit.take(caller);
  if (wait > 0)
    throw new RequestProblemError('too-many-requests', { 'retry-after': String(Math.ceil(wait / 1000)) });
}
