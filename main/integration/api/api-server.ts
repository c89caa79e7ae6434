import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import {
  type ConnectionLimits,
  guardServer,
  standardLimits,
  timeoutOptions,
} from '../../base/platform/connections.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { acceptedLanguage } from '../accepted-language.ts';
import { docsPaths } from '../docs/docs-page.ts';
import { addDocsRoutes } from '../docs/docs-routes.ts';
import { openApi30 } from '../docs/openapi-30.ts';
import { createIssueOnce, documentOf, type Issue } from '../invoices/issue-once.ts';
import type { OAuth } from '../oauth/oauth-server.ts';
import {
  failureProblem,
  type ProblemAnswer,
  presentProblem,
  problemOf,
  RequestProblemError,
  requestProblem,
} from '../problem.ts';
import { type CallLog, recordCalls } from './call-log.ts';
import { guardRequests, type Rates } from './guard-requests.ts';
import { atAddress, makeOpenApi } from './openapi/openapi.ts';
import { addCsvRoutes } from './routes/csv-routes.ts';
import { addDeliveryRoutes, type DeliveryRoutesOptions } from './routes/delivery-routes.ts';
import { askForBodies, dropBody } from './routes/drop-body.ts';
import { addEventRoutes } from './routes/event-routes.ts';
import { addInvoiceRoutes, type InvoiceRoutesOptions } from './routes/invoice-routes.ts';
import { addOAuthRoutes, issuerOf } from './routes/oauth-routes.ts';
import { addQrRoutes } from './routes/qr-routes.ts';
import { addReissueRoute, type ReissueRouteOptions } from './routes/reissue-route.ts';
import { addReturnRoutes } from './routes/return-routes.ts';
import { addSaleRoutes, type SaleRoutesOptions } from './routes/sale-routes.ts';

export interface ApiServerOptions
  extends Omit<InvoiceRoutesOptions, 'issueOnce' | 'ownRound'>,
    SaleRoutesOptions,
    Pick<ReissueRouteOptions, 'reissue'>,
    DeliveryRoutesOptions {
  readonly database: Database;
  readonly oauth: OAuth;
  readonly issue: Issue;
  readonly clock: Clock;
  readonly version: string;
  /** Receives defects; callers see only `internal`. */
  readonly onError: (error: unknown) => void;
  /** The address of the training sandbox, for the pages; undefined in simulation and production. */
  readonly sandbox?: string | undefined;
  readonly rates?: Partial<Rates> | undefined;
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly calls: CallLog;
  /** Adds further routes at the same address: the receiver of webhooks. */
  readonly routes?: ((app: FastifyInstance) => void) | undefined;
}

/** A private key and certificates, as PEM texts. */
export interface TlsIdentity {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The limit in bytes of a body, unless a route has another. */
const standardBody = 16 * 1024;
/** The longest path or parameter, in characters. */
const longestParameter = 200;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a token must have; a route without one is open. */
    scope?: ApiScope;
    /** The budget that a call uses, if its scope does not determine it. */
    budget?: 'reading' | 'tokens';
  }
}

function newServer(
  connections: ApiServerOptions['connections'],
  tls: TlsIdentity | undefined,
): FastifyInstance {
  const connectionLimits = { ...standardLimits, ...connections };
  const timeouts = timeoutOptions(connectionLimits);
  const base = {
    exposeHeadRoutes: true,
    // The id never comes from the caller: it is part of the program's own records.
    genReqId: () => randomUUID(),
    bodyLimit: standardBody,
    ...timeouts.fastify,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: longestParameter, ignoreTrailingSlash: true },
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => {
      void sendProblem(reply, requestProblem('bad-request'));
    },
    clientErrorHandler: (_error: unknown, socket: Socket) => refuseConnection(socket),
  };
  const https = tls && {
    cert: tls.certificate,
    key: tls.privateKey,
    minVersion: 'TLSv1.2' as const,
    ...timeouts.server,
  };
  const app = (https
    ? Fastify({ ...base, https })
    : Fastify({ ...base, http: timeouts.server })) as unknown as FastifyInstance;
  guardServer(app, connectionLimits);
  askForBodies(app.server);
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!(await dropBody(raw))) reply.header('connection', 'close');
  });
  return app;
}

/**
 * Makes the API's server, not yet listening.
 * @param names host names that it answers to, besides addresses. A page of the internet that points its own name at
 * this
 * machine (DNS rebinding) is not let in
 */
export function createApiServer(
  options: ApiServerOptions,
  { tls, names }: { tls?: TlsIdentity | undefined; names: readonly string[] },
): FastifyInstance {
  const { oauth, clock, onError, database, version } = options;
  const app = newServer(options.connections, tls);

  const documentOfOther = ({ code, detail }: Failure) =>
    code === 'sale-differs' ? documentOf(options.ledger, String(detail?.saleId)) : {};
  app.setErrorHandler(async (error: unknown, request, reply) => {
    const { bodyLimit = standardBody, config } = request.routeOptions;
    const answer = problemOf(error, { scope: config.scope, bodyLimit }, documentOfOther);
    if (answer === undefined) onError(error);
    return sendProblem(reply, answer ?? failureProblem({ code: 'internal' }));
  });
  app.setNotFoundHandler(answerUnknown(app));
  const ownRound = guardRequests(app, {
    authenticate: oauth.authenticate,
    clock,
    rates: options.rates,
    names,
    standardBody,
  });
  recordCalls(app, options.calls, clock);

  // The routes are in separate contexts: one parses only forms, the other only JSON.
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    addOAuthRoutes(child, oauth);
  });
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    // The intake reads sales, so large ones are never parsed on this thread.
    child.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ headers }, body, done) => {
      const coding = headers['content-encoding'] ?? 'identity';
      const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '') ?? [];
      if (coding.toLowerCase() === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset)) done(null, body);
      else done(new RequestProblemError('media-type', { 'accept-encoding': 'identity' }));
    });
    const issueOnce = createIssueOnce(database, clock, options.issue, options.ledger);
    addInvoiceRoutes(child, { ...options, issueOnce, ownRound });
    addSaleRoutes(child, options);
    addEventRoutes(child, options);
    addDeliveryRoutes(child, options);
    addQrRoutes(child, options);
    addReturnRoutes(child, { ...options, issueOnce });
    addReissueRoute(child, { ...options, ownRound });
    addCsvRoutes(child, { ...options, ownRound });
  });

  const openApi = makeOpenApi({ version });
  app.get('/openapi.json', async (request) => atAddress(openApi, issuerOf(request)));
  app.get('/openapi-3.0.json', async (request) => openApi30(atAddress(openApi, issuerOf(request))));
  addDocsRoutes(app, openApi, issuerOf, options.sandbox);
  options.routes?.(app);
  return app;
}

/** Must be called before the first route is added. */
function answerUnknown(app: FastifyInstance) {
  const routes: { path: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
    for (const each of [method].flat()) routes.push({ path, method: each });
  });
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    // A person may type the bare address, which is not an operation of the API.
    if (path === '/' && request.method === 'GET') return reply.redirect(docsPaths.page);
    const allowed = routes.filter((route) => route.path.test(path)).map(({ method }) => method);
    if (allowed.length === 0) return sendProblem(reply, requestProblem('no-such-path'));
    return sendProblem(reply, requestProblem('method-not-allowed', { allow: allowed.join(', ') }));
  };
}

function sendProblem(reply: FastifyReply, { problem, headers }: ProblemAnswer): FastifyReply {
  const { id, headers: requestHeaders } = reply.request;
  const language = acceptedLanguage(requestHeaders['accept-language']);
  reply.request.problemCode = problem.code;
  return reply
    .code(problem.status)
    .headers({ ...headers, 'content-language': language, 'x-request-id': id })
    .type('application/problem+json')
    .send(presentProblem(problem, language, id));
}

/** The number of milliseconds to send the last answer on a connection; a peer whose TLS handshake failed gets none. */
const lastWordsMs = 1_000;

/** Refuses a connection that is not HTTP, is too slow, or sends too many headers. */
function refuseConnection(socket: Socket): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  socket.setTimeout(lastWordsMs, () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  const { problem } = requestProblem('bad-request');
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
