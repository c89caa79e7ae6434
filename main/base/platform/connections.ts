import type { Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The largest numbers of connections to a server, and the longest times for one in milliseconds. */
export const standardLimits = {
  /** The number of connections from this machine. */
  fromHere: 200,
  /** The number of connections from the network, counted apart, so that neither side uses up the other's. */
  fromNetwork: 300,
  /** The number of connections from one address of the network, so that no single machine can use all of them. */
  perAddress: 50,
  handshakeMs: 10_000,
  /** The longest time from the beginning of the connection, or the last answer, to the end of a header. */
  headersMs: 10_000,
  /** The longest time until a whole request has arrived. */
  requestMs: 30_000,
  /** The longest time without a byte in either direction; 0 for no limit. */
  idleMs: 60_000,
};
export type ConnectionLimits = Readonly<typeof standardLimits>;

/** The limits for a server that keeps answers open on purpose: for events of the preview, or faults of the sandbox. */
export const openAnswerLimits: ConnectionLimits = { ...standardLimits, idleMs: 0 };

/** Returns the time-outs as options of Fastify, of Node's server below it, and of a server without Fastify. */
export function timeoutOptions({ handshakeMs, headersMs, requestMs, idleMs }: ConnectionLimits) {
  const server = {
    handshakeTimeout: handshakeMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // The pause between two of Node's checks for late requests.
    connectionsCheckingInterval: Math.ceil(headersMs / 5),
  };
  return {
    fastify: { requestTimeout: requestMs, connectionTimeout: idleMs, keepAliveTimeout: headersMs },
    server,
    node: { ...server, keepAliveTimeout: headersMs },
  };
}

/** The headers that must not occur twice: neither could be relied on. Node refuses a second Content-Length. */
const single = ['host', 'authorization', 'content-type'];

/**
 * Enforces the limits of a Fastify server, and refuses ambiguous requests: of two Host headers a proxy might use one
 * and the server the other. Closing ends every connection at once.
 */
export function guardServer(
  app: Pick<FastifyInstance, 'server' | 'addHook'>,
  limits: ConnectionLimits,
): void {
  const connections = watchConnections(app.server, limits);
  app.addHook('preClose', async () => connections.endAll());
  refuseTwofoldHeaders(app);
}

export function refuseTwofoldHeaders(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
    if (single.some(isTwice)) throw Object.assign(new Error('a header came twice'), { statusCode: 400 });
  });
}

/**
 * Limits the connections of a server and tracks all of them. Node's HTTP server knows a connection only once it has a
 * parser: a connection whose TLS handshake never ends is unknown to it, and `close` would wait for it for ever.
 */
export function watchConnections(server: Server, limits: ConnectionLimits) {
  const open = new Map<Socket, string>();
  let ended = false;
  server.maxConnections = limits.fromHere + limits.fromNetwork;

  const isWithin = (address: string): boolean => {
    const addresses = [...open.values()];
    const here = addresses.filter(isLoopback).length;
    if (isLoopback(address)) return here < limits.fromHere;
    const count = addresses.filter((other) => other === address).length;
    return count < limits.perAddress && addresses.length - here < limits.fromNetwork;
  };

  // The socket below TLS exists from the first packet, and the layers above end with it.
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (ended || !isWithin(remoteAddress)) return void socket.destroy();
    open.set(socket, remoteAddress);
    socket.once('close', () => open.delete(socket));
  });

  return {
    /** Ends all connections, including new ones. */
    endAll() {
      ended = true;
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

const isLoopback = (address: string): boolean => /^((::ffff:)?127\.|::1$)/.test(address);
