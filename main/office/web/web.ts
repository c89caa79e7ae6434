import { randomBytes } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageSource } from '../../base/platform/page-files.ts';
import type { Calls } from './calls.ts';

/* The office for browsers: the screens under /office/, and one address for queries and commands. */

const cookieName = 'khatm_office';
/** A cookie that identifies a browser with which somebody has signed in; it gives no access. */
const markName = 'khatm_office_browser';
/**
 * Over TLS a browser takes cookies of these names from this host alone. No page of another host or of plain HTTP can put
 * its own in their place.
 */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);
const markSeconds = 90 * 24 * 3600;
/** The largest call in bytes; the longest contains a person's grants. */
const callLimit = 256 * 1024;
const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const machine = /^(::ffff:)?127\.|^::1$/;

export interface WebOptions {
  readonly calls: Calls;
  readonly page: PageSource;
  /**
   * The address for browsers, such as `https://office.example`; without it, only this machine's browsers are served.
   */
  readonly origin?: string | undefined;
  readonly isTls?: boolean;
}

export function serveWeb(app: FastifyInstance, { calls, page, origin, isTls = false }: WebOptions): void {
  const isSecure = origin?.startsWith('https:') ?? isTls;

  app.get('/', async (_request, reply) => reply.redirect('/office/'));
  app.get('/office', async (_request, reply) => reply.redirect('/office/'));
  app.get('/office/*', async (request, reply) => {
    if (!isOwnHost(request, origin)) return reply.code(403).send();
    const { pathname } = new URL(request.url, 'http://office');
    const file = await page.read(new URL(pathname.slice('/office'.length) || '/', 'http://office'));
    if (file === undefined) return reply.code(404).send();
    if (!file.contentType.startsWith('text/html')) {
      guard(reply, isSecure);
      return reply.header('cache-control', file.cacheControl).type(file.contentType).send(file.body);
    }
    // Styles that the library generates at run time have this nonce; scripts come only from files.
    const nonce = randomBytes(16).toString('base64');
    guard(reply, isSecure, nonce);
    const html = file.body.toString('utf8').replaceAll('NONCE', nonce);
    return reply.header('cache-control', file.cacheControl).type(file.contentType).send(html);
  });

  const sessions = createSessionsSeen();
  const onRequest = async (request: FastifyRequest) => {
    const token = cookieOf(request, nameOf(cookieName, isSecure));
    if (token !== undefined && sessions.has(token)) request.sender = { room: 'people', name: token };
  };
  app.post('/office/call', { bodyLimit: callLimit, onRequest }, async (request, reply) => {
    guard(reply, isSecure);
    reply.header('cache-control', 'no-store');
    if (
      !isOwnHost(request, origin) ||
      !isOwnPage(request, origin ?? `${isTls ? 'https' : 'http'}://${request.headers.host}`)
    )
      return reply.code(403).send();
    const { name, input } = readCall(request.body);
    const mark = cookieOf(request, nameOf(markName, isSecure)) ?? randomBytes(24).toString('base64url');
    const before = cookieOf(request, nameOf(cookieName, isSecure));
    const visit = { token: before, address: request.ip, browser: mark };
    const { answer, token, isSignedIn } = await calls(name, input, visit);
    sessions.note(before, isSignedIn === true && token === undefined);
    if (typeof token === 'string') sessions.note(token, true);
    if (token !== undefined) reply.header('set-cookie', cookieFor(token, isSecure));
    // A session began.
    if (typeof token === 'string') reply.header('set-cookie', markFor(mark, isSecure));
    return reply.send(answer);
  });
}

/**
 * A host name that merely resolves to this machine is refused, unless it is the given address. Without an address,
 * requests from other machines are refused, whatever their Host header says.
 */
export function isOwnHost(
  { headers: { host = '' }, ip }: FastifyRequest,
  origin: string | undefined,
): boolean {
  if (origin !== undefined) {
    const ownOrigin = new URL(origin);
    const requestedOrigin = `${ownOrigin.protocol}//${host}`;
    return URL.canParse(requestedOrigin) && new URL(requestedOrigin).host === ownOrigin.host;
  }
  return loopback.test(host) && machine.test(ip);
}

/** The cookie is sent only with requests from this site's pages; this checks that the browser complies. */
function isOwnPage({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  const isJson = headers['content-type']?.split(';')[0] === 'application/json';
  return isJson && headers.origin === origin && (site ?? 'same-origin') === 'same-origin';
}

/** Returns true when the request comes from a page of this site, or directly from the person. */
export const isOwnSite = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());

/** @param origin the address for browsers; without it, the connection shows whether it is encrypted */
export const sessionOf = (request: FastifyRequest, origin: string | undefined): string | undefined =>
  cookieOf(
    request,
    nameOf(cookieName, origin?.startsWith('https:') ?? request.raw.socket instanceof TLSSocket),
  );

const mostSeen = 10_000;

/**
 * The sessions with which this process has answered, so that their people have room here whatever strangers send. It
 * opens nothing: each call asks the database again.
 */
function createSessionsSeen() {
  const seen = new Set<string>();
  return {
    has: (token: string) => seen.has(token),
    note(token: string | undefined, isOpen: boolean) {
      if (token === undefined) return;
      seen.delete(token);
      if (isOpen) seen.add(token);
      const [oldest] = seen;
      if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest);
    },
  };
}

function readCall(body: unknown): { name?: unknown; input?: unknown } {
  try {
    const call: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
    return typeof call === 'object' && call !== null ? call : {};
  } catch {
    return {};
  }
}

function cookieOf({ headers }: FastifyRequest, wanted: string): string | undefined {
  for (const cookie of (headers.cookie ?? '').split('; ')) {
    const [name, value] = cookie.split('=');
    if (name === wanted && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** This cookie stays when the session ends. */
const markFor = (mark: string, isSecure: boolean) =>
  `${nameOf(markName, isSecure)}=${mark}; Max-Age=${markSeconds}; ${attributesOf(isSecure)}`;

/** This cookie lasts until the browser is closed; the session has its own time limit. */
function cookieFor(token: string | null, isSecure: boolean): string {
  const name = nameOf(cookieName, isSecure);
  return `${name}=${token === null ? '; Max-Age=0' : token}; ${attributesOf(isSecure)}`;
}

const attributesOf = (isSecure: boolean) =>
  `HttpOnly; SameSite=Strict; Path=/${isSecure ? '; Secure' : 'office'}`;

function guard(reply: FastifyReply, isSecure: boolean, nonce?: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  reply.headers({
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  });
}
