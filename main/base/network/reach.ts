import { lookup } from 'node:dns/promises';
import * as net from 'node:net';
import { rootCertificates, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { type ConnectionFault, isConnectionFault } from '../../../shared/connection-fault.ts';
import { connectionFault } from './connection-fault.ts';
import type { Network } from './network.ts';
import { endOf, openTunnel, type ProxyRoute } from './tunnel.ts';

/** The result of trying a connection step by step, up to the first step that fails. */
export interface Reach {
  /** The origin of the proxy; undefined for a direct connection. */
  readonly proxy?: string | undefined;
  /** The host and port that this machine itself calls: the proxy, or the other side. */
  readonly host: string;
  readonly port: number;
  /** The step that failed; undefined when all of them succeeded. */
  readonly failedAt?: 'password' | 'name' | 'connection' | 'proxy' | 'tls';
  readonly fault?: ConnectionFault | undefined;
  /** The issuer and the end of validity of the other side's certificate; undefined without TLS. */
  readonly issuer?: string;
  readonly validTo?: number;
}

const timeoutMs = 6_000;

/** Tries the connection to an address, with the proxy and authorities of this network. Never rejects. */
export async function reach(
  url: URL,
  network: Pick<Network, 'proxyFor' | 'certificatesFor'>,
): Promise<Reach> {
  const target = endOf(url);
  let way: ProxyRoute | undefined;
  try {
    way = await network.proxyFor(url);
  } catch {
    return { ...target, failedAt: 'password' };
  }
  const first = way === undefined ? target : endOf(new URL(way.address));
  const soFar = { ...first, ...(way && { proxy: way.address }) };
  if (net.isIP(first.host) === 0 && !(await isKnown(first.host))) return { ...soFar, failedAt: 'name' };
  if (!(await opens(first))) return { ...soFar, failedAt: 'connection' };
  if (url.protocol !== 'https:') return soFar;

  const certificates = network.certificatesFor('gateway');
  const ca = certificates.length > 0 ? [...rootCertificates, ...certificates] : undefined;
  let through: net.Socket;
  try {
    through = way === undefined ? net.connect(target) : await openTunnel(way, target, ca);
  } catch (error) {
    const fault = connectionFault(error);
    return { ...soFar, failedAt: 'proxy', fault: isConnectionFault(fault) ? fault : 'proxy-refused' };
  }
  return { ...soFar, ...(await secured(through, target.host, ca)) };
}

async function isKnown(host: string): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  try {
    return await Promise.race([lookup(host).then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns true when a device or server accepts a connection; the connection is closed at once. */
export function opens({ host, port }: { host: string; port: number }): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = net.connect({ host, port });
  const done = (isOpen: boolean) => {
    socket.destroy();
    resolve(isOpen);
  };
  socket.setTimeout(timeoutMs, () => done(false));
  socket.once('error', () => done(false));
  socket.once('connect', () => done(true));
  return promise;
}

type Secured = Pick<Reach, 'failedAt' | 'fault' | 'issuer' | 'validTo'>;

function secured(through: net.Socket, host: string, ca: string[] | undefined): Promise<Secured> {
  const { promise, resolve } = Promise.withResolvers<Secured>();
  // The certificate is read first and verified afterwards, so that a refused one can be named. Nothing is sent.
  const socket = tlsConnect({
    socket: through,
    host,
    rejectUnauthorized: false,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(ca && { ca }),
  });
  const done = (result: Secured) => {
    socket.destroy();
    through.destroy();
    resolve(result);
  };
  const broken = () => done({ failedAt: 'tls', fault: 'tls-broken' });
  through.once('error', broken);
  socket.setTimeout(timeoutMs, broken);
  socket.once('error', broken);
  socket.once('secureConnect', () => done(verified(socket)));
  return promise;
}

function verified(socket: TLSSocket): Secured {
  const { issuer, valid_to } = socket.getPeerCertificate();
  const who = issuer === undefined ? '' : String(issuer.O ?? issuer.CN ?? '');
  const facts = { issuer: who, validTo: Date.parse(valid_to) };
  if (socket.authorized) return facts;
  // Node provides only the code of the error.
  const code = socket.authorizationError as unknown;
  const error = code instanceof Error ? code : Object.assign(new Error(), { code });
  return { ...facts, failedAt: 'tls', fault: connectionFault(error) ?? 'tls-broken' };
}
