import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { fail } from '../../shared/failure.ts';
import { guardServer, openAnswerLimits, timeoutOptions } from '../base/platform/connections.ts';
import type { PageSource } from '../base/platform/page-files.ts';
import type { Terminal } from './terminal/terminal.ts';

/*
 * The training terminal in a browser, for machines without Electron or a display. Loopback only, one browser: the
 * address contains a token that works once and is replaced by a cookie. It serves the training environment only.
 */

/** Gives the page the bridge that Electron's preload provides. */
const bridgeScript = `{
let source, isReached = true, timer;
const reachListeners = new Set();
const events = () => {
  source ??= new EventSource('events');
  source.onerror = look;
  return source;
};
// Only an answer tells a program that has ended from a stream that is merely opened again.
const look = async () => {
  clearTimeout(timer);
  let isNow = false, isStranger = false;
  try {
    const { ok, status } = await fetch('bridge.js', { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    isNow = ok;
    isStranger = status === 401;
  } catch {}
  if (isNow !== isReached) for (const listener of reachListeners) listener(isNow);
  isReached = isNow;
  // A program that was started again does not know this page.
  if (!isNow && !isStranger) timer = setTimeout(look, 3000);
};
window.khatm = {
  call: async (name, input) => {
    const slow = setTimeout(look, 10000);
    try {
      const response = await fetch('call', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, input }) });
      return await response.json();
    } catch {
      void look();
      return { ok: false, failure: { code: 'internal' } };
    } finally { clearTimeout(slow); }
  },
  on: (listener) => {
    const hear = (message) => listener(JSON.parse(message.data));
    events().addEventListener('message', hear);
    return () => events().removeEventListener('message', hear);
  },
  onReach: (listener) => {
    reachListeners.add(listener);
    if (!isReached) listener(false);
    events();
    return () => reachListeners.delete(listener);
  },
};
}`;

/**
 * Serves a training terminal to one browser on this machine.
 * @throws FailureError `training-only` for a terminal of another environment
 * @param port 0 = any free port
 * @returns the address for the browser, with the one-time token
 */
export async function startPreview(terminal: Terminal, page: PageSource, port = 0) {
  if (terminal.environment !== 'training') fail('training-only');
  const timeouts = timeoutOptions(openAnswerLimits);
  const server = Fastify({
    // A file with articles of 10 MB, in Base64.
    bodyLimit: 16 * 1024 * 1024,
    forceCloseConnections: true,
    ...timeouts.fastify,
    http: timeouts.server,
  });
  guardServer(server, openAnswerLimits);
  let token: string | undefined = randomBytes(24).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  // This is set before the first request can arrive.
  let host = '';

  /** Cookies ignore the port, and another terminal's page may be open in the same browser. */
  const cookieName = () => `khatm-${host.split(':').at(-1)}`;
  const same = (given: string, expected: string) => {
    const [one, other] = [Buffer.from(given), Buffer.from(expected)];
    return one.length === other.length && timingSafeEqual(one, other);
  };
  const hasSession = (request: FastifyRequest) =>
    (request.headers.cookie ?? '').split('; ').some((cookie) => same(cookie, `${cookieName()}=${session}`));

  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': page.policy("'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    // A foreign name that resolves to this machine, or another site's page, is not our browser tab.
    const { origin } = request.headers;
    const foreign = request.headers.host !== host || (origin !== undefined && origin !== `http://${host}`);
    if (foreign) return reply.code(403).send('forbidden');
    const { token: given } = request.query as { token?: string };
    if (request.url.startsWith('/?token=') && token !== undefined && same(given ?? '', token)) {
      token = undefined;
      return reply
        .header('set-cookie', `${cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/`)
        .redirect('/');
    }
    if (!hasSession(request))
      return reply.code(401).send('Open the address that Khatm printed; it works once.');
  });

  server.post('/call', async (request) => {
    const { name, input } = (request.body ?? {}) as { name?: unknown; input?: unknown };
    return terminal.callFromScreen(name, input);
  });

  server.get('/events', (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(': open\n\n');
    const stop = terminal.onEvent((event, revision) =>
      reply.raw.write(`data: ${JSON.stringify({ revision, event })}\n\n`),
    );
    reply.raw.on('close', stop);
  });

  server.get('/bridge.js', (_, reply) => reply.type('text/javascript').send(bridgeScript));

  server.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await page.read(new URL(request.url, `http://${host}`));
    if (file === undefined) return reply.code(404).send('not found');
    reply.type(file.contentType).header('cache-control', file.cacheControl);
    if (!file.contentType.startsWith('text/html')) return reply.send(file.body);
    return reply.send(
      file.body.toString('utf8').replace('<head>', '<head><script src="bridge.js"></script>'),
    );
  });

  await server.listen({ host: '127.0.0.1', port });
  host = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return { address: `http://${host}/?token=${token}`, close: () => server.close() };
}

export type Preview = Awaited<ReturnType<typeof startPreview>>;
