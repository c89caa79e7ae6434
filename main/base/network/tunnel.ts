import * as https from 'node:https';
import * as net from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import type { ConnectionFault } from '../../../shared/connection-fault.ts';

/** A proxy with its credentials, which are never part of its address. */
export interface ProxyRoute {
  readonly address: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** A failure of the proxy; `code` is the reason. */
export class ProxyError extends Error {
  readonly code: ConnectionFault;

  constructor(code: ConnectionFault, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The number of milliseconds that a proxy may take to connect; usually the call's own time-out is shorter. */
const timeoutMs = 30_000;
/** The longest accepted answer to CONNECT, in bytes. */
const longestHead = 16 * 1024;

/** Opens HTTPS through a proxy, by CONNECT: it sees the name and port, and TLS runs to the other side. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyRoute;
  readonly #certificates: readonly string[] | undefined;

  constructor(proxy: ProxyRoute, options: https.AgentOptions & { ca?: string[] }) {
    super(options);
    this.#proxy = proxy;
    this.#certificates = options.ca;
  }

  override createConnection(
    options: https.RequestOptions & { servername?: string },
    done: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const target = { host: options.host ?? '', port: Number(options.port ?? 443) };
    openTunnel(this.#proxy, target, this.#certificates).then(
      (socket) => done(null, tls.connect({ ...(options as tls.ConnectionOptions), socket })),
      (error: Error) => done(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}

/** Returns the host, IPv6 without brackets, and the port of an address. */
export function endOf(url: URL) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
}

type End = ReturnType<typeof endOf>;

/** Opens a tunnel. @throws ProxyError */
export function openTunnel(
  proxy: ProxyRoute,
  to: End,
  ca: readonly string[] | undefined,
): Promise<net.Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<net.Socket>();
  const url = new URL(proxy.address);
  const isTls = url.protocol === 'https:';
  const { host, port } = endOf(url);
  const target = `${net.isIPv6(to.host) ? `[${to.host}]` : to.host}:${to.port}`;
  const socket = isTls
    ? tls.connect({
        host,
        port,
        rejectUnauthorized: true,
        ...(!net.isIP(host) && { servername: host }),
        ...(ca && { ca: [...ca] }),
      })
    : net.connect({ host, port });
  const failed = (code: ConnectionFault, cause?: unknown) => {
    socket.destroy();
    reject(new ProxyError(code, { cause }));
  };
  let head = Buffer.alloc(0);

  socket.setTimeout(timeoutMs, () => failed('proxy-unreachable'));
  socket.on('error', (error) => failed('proxy-unreachable', error));
  socket.on('close', () => failed('proxy-unreachable'));
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization(proxy)}\r\n`);
  });
  socket.on('data', (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) {
      if (head.length > longestHead) failed('proxy-refused');
      return;
    }
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1'))?.[1] ?? 0);
    if (status === 407) return failed('proxy-credentials');
    if (status < 200 || status > 299) return failed('proxy-refused');
    socket.removeAllListeners();
    socket.setTimeout(0);
    socket.pause();
    const rest = head.subarray(end + 4);
    if (rest.length > 0) socket.unshift(rest);
    resolve(socket);
  });
  return promise;
}

function authorization({ user, password = '' }: ProxyRoute): string {
  if (user === undefined) return '';
  return `Proxy-Authorization: Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}\r\n`;
}
