import { isIP, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { ApiScope } from '../../../shared/contract/integration.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../ledger/database.ts';
import type { OAuth } from '../oauth/oauth-server.ts';
import { addInvoiceRoutes, type InvoiceRoutesOptions } from './invoice-routes.ts';
import { createIssueOnce, type Issue } from './issue-once.ts';
import { addOAuthRoutes } from './oauth-routes.ts';
import { makeOpenApi } from './openapi.ts';
import {
  failureProblem,
  type ProblemAnswer,
  problemOf,
  RequestProblemError,
  requestProblem,
} from './problem.ts';
import { type Rate, RateLimit } from './rate-limit.ts';

export interface ApiServerOptions extends Omit<InvoiceRoutesOptions, 'issueOnce'> {
  readonly database: Database;
  readonly oauth: OAuth;
  readonly issue: Issue;
  readonly clock: Clock;
  /** Of the program. */
  readonly version: string;
  /** Hears of defects; callers are told `internal` alone. */
  readonly onError: (error: unknown) => void;
  readonly rates?: Partial<Rates>;
  /** What else listens at the same address: the receiver of webhooks. */
  readonly routes?: ((app: FastifyInstance) => void) | undefined;
}

/** PEM texts. */
export interface TlsIdentity {
  readonly certificate: string;
  readonly privateKey: string;
}

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

/** How long a request may take to arrive, milliseconds: a caller that drips bytes holds no connection for ever. */
const requestTimeout = 30_000;
const mostConnections = 500;
/** Of any path or parameter. */
const longestParameter = 200;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a token must hold to be let through; a route without one is open. */
    scope?: ApiScope;
  }
}

/**
 * The API's server, not yet listening.
 * @param names host names it answers for besides addresses: a page of the internet that points its own name at this
 *   machine (DNS rebinding) is not let in
 */
export function createApiServer(
  options: ApiServerOptions,
  { tls, names }: { tls?: TlsIdentity | undefined; names: readonly string[] },
): FastifyInstance {
  const { oauth, clock, onError, database, version } = options;
  const rates = { ...standardRates, ...options.rates };
  const limits = { client: new RateLimit(clock, rates.client), address: new RateLimit(clock, rates.address) };

  const base = {
    exposeHeadRoutes: false,
    requestTimeout,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: longestParameter },
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => {
      void sendProblem(reply, requestProblem('bad-request'));
    },
    clientErrorHandler: (_error: unknown, socket: Socket) => refuseConnection(socket),
  };
  const https = tls && { cert: tls.certificate, key: tls.privateKey, minVersion: 'TLSv1.2' as const };
  const app = (https ? Fastify({ ...base, https }) : Fastify(base)) as unknown as FastifyInstance;
  app.server.maxConnections = mostConnections;

  app.setErrorHandler((error: unknown, request, reply) => {
    const answer = problemOf(error, request.routeOptions.config.scope);
    if (answer === undefined) onError(error);
    return sendProblem(reply, answer ?? failureProblem({ code: 'internal' }));
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, requestProblem('no-such-path')));

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const { hostname } = request;
    if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !names.includes(hostname.toLowerCase()))
      throw new RequestProblemError('wrong-host');
    charge(limits.address, request.ip);
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return;
    request.caller = await oauth.authenticate(request.headers.authorization, scope);
    charge(limits.client, request.caller.clientId);
  });

  // In contexts of their own: forms for one, JSON for the other, and nothing else.
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    addOAuthRoutes(child, oauth);
  });
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    const parse = child.getDefaultJsonParser('error', 'error');
    child.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      try {
        parse(request, new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer), done);
      } catch {
        done(new RequestProblemError('bad-request'));
      }
    });
    const issueOnce = createIssueOnce(database, clock, options.issue);
    addInvoiceRoutes(child, { ...options, issueOnce });
  });

  const openApi = makeOpenApi({ version });
  app.get('/openapi.json', async () => openApi);
  options.routes?.(app);
  return app;
}

function charge(limit: RateLimit, caller: string): void {
  const wait = limit.take(caller);
  if (wait > 0)
    throw new RequestProblemError('too-many-requests', { 'retry-after': String(Math.ceil(wait / 1000)) });
}

function sendProblem(reply: FastifyReply, { problem, headers }: ProblemAnswer): FastifyReply {
  return reply.code(problem.status).headers(headers).type('application/problem+json').send(problem);
}

/** What is no HTTP at all, or headers past all measure. */
function refuseConnection(socket: Socket): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  const { problem } = requestProblem('bad-request');
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
