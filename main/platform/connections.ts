import type { Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The most connections that a server holds, and the longest times for one, milliseconds. */
export interface ConnectionLimits {
  /** From this machine. */
  readonly fromHere: number;
  /** From the network. Counted apart, so that neither side can use up the connections of the other. */
  readonly fromNetwork: number;
  /** From one address of the network: no single machine takes every place. */
  readonly perAddress: number;
  /** The most milliseconds until a TLS handshake is done. */
  readonly handshakeMs: number;
  /**
   * The most milliseconds until the header of a request is there, from the connection's beginning or the last answer.
   */
  readonly headersMs: number;
  /** The most milliseconds until a whole request is there. */
  readonly requestMs: number;
  /** The most milliseconds without a byte either way; 0: no limit. */
  readonly idleMs: number;
}

export const standardLimits: ConnectionLimits = {
  fromHere: 200,
  fromNetwork: 300,
  perAddress: 50,
  handshakeMs: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
};

/** Limits for a server that keeps answers open on purpose: events of the preview, faults of the sandbox. */
export const openAnswerLimits: ConnectionLimits = { ...standardLimits, idleMs: 0 };

/** The time-outs as options of Fastify, as those of Node's own server below it, and as those of one without Fastify. */
export function timeoutOptions({ handshakeMs, headersMs, requestMs, idleMs }: ConnectionLimits) {
  const server = {
    handshakeTimeout: handshakeMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // The pause between two checks of Node for requests that are late.
    connectionsCheckingInterval: Math.ceil(headersMs / 5),
  };
  return {
    fastify: { requestTimeout: requestMs, connectionTimeout: idleMs, keepAliveTimeout: headersMs },
    server,
    node: { ...server, keepAliveTimeout: headersMs },
  };
}

export interface Connections {
  /** Ends all connections, also those that still arrive. */
  endAll(): void;
}

/** Headers that say one thing, or nothing that could be relied on. Node itself refuses a second Content-Length. */
const single = ['host', 'authorization', 'content-type'];

/**
 * Holds a Fastify server to its limits, and requests to one meaning: of two Host headers a proxy may go by one and the
 * server by the other. Closing ends every connection at once.
 */
export function guardServer(
  app: Pick<FastifyInstance, 'server' | 'addHook'>,
  limits: ConnectionLimits,
): void {
  const connections = watchConnections(app.server, limits);
  app.addHook('preClose', async () => connections.endAll());
  refuseTwofoldHeaders(app);
}

/** Holds requests to one meaning, as `guardServer` does. */
export function refuseTwofoldHeaders(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
    if (single.some(isTwice)) throw Object.assign(new Error('a header came twice'), { statusCode: 400 });
  });
}

/**
 * Caps the connections of a server and knows all of them. Node's HTTP server knows a connection only from its first
 * parser on: one whose TLS handshake never ends is none of its own, and keeps `close` waiting for ever.
 */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Map<Socket, string>();
  let ended = false;
  server.maxConnections = limits.fromHere + limits.fromNetwork;

  const isWithin = (address: string): boolean => {
    const addresses = [...open.values()];
    const here = addresses.filter(isLoopback).length;
    if (isLoopback(address)) return here < limits.fromHere;
    const own = addresses.filter((other) => other === address).length;
    return own < limits.perAddress && addresses.length - here < limits.fromNetwork;
  };

  // The socket below TLS: it is there from the first packet, and what is above it ends with it.
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (ended || !isWithin(remoteAddress)) return void socket.destroy();
    open.set(socket, remoteAddress);
    socket.once('close', () => open.delete(socket));
  });

  return {
    endAll() {
      ended = true;
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

const isLoopback = (address: string): boolean => /^((::ffff:)?127\.|::1$)/.test(address);
