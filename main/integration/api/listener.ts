import { type AddressInfo, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type FailureCode, FailureError } from '../../../shared/failure.ts';
import type { ApiSettings } from '../../../shared/stored/settings/integration.ts';
import { closeInOrder } from '../../base/platform/close-in-order.ts';
import type { ApiServerOptions, TlsIdentity } from './api-server.ts';
import { describeCertificate, ownNames } from './server-certificate.ts';

export interface ListenerOptions extends ApiServerOptions {
  /** Called when the server listens at another address or with another certificate, or starts or stops listening. */
  readonly onService: () => void;
}

/** The number of milliseconds that a server may take to end before another one begins. */
const closingMs = 2_000;

/** @param identity the certificate that the server shows on the network */
export function createListener(
  options: ListenerOptions,
  settings: { get(): ApiSettings },
  identity: () => Promise<TlsIdentity>,
) {
  const { clock, onService, onError } = options;
  let server: FastifyInstance | undefined;
  let addresses: string[] = [];
  let failure: FailureCode | undefined;

  async function close(): Promise<void> {
    const closing = server;
    server = undefined;
    addresses = [];
    if (closing === undefined) return;
    await closeInOrder({ api: () => closing.close() }, { clock, onError, withinMs: closingMs });
  }

  async function restart(): Promise<void> {
    await close();
    failure = undefined;
    const { enabled, network, port } = settings.get();
    try {
      if (!enabled) return;
      const tls = network ? await identity() : undefined;
      const hosts = network ? ownNames() : ['127.0.0.1', 'localhost'];
      const names = tls ? [...hosts, ...describeCertificate(tls.certificate).names] : hosts;
      // Loaded only if a shop connects other programs, because it would delay the first screen of all others.
      const { createApiServer } = await import('./api-server.ts');
      server = createApiServer(options, { tls, names });
      await server.listen({ host: hostFor(network, hosts), port });
      const { port: bound } = server.server.address() as AddressInfo;
      addresses = hosts.filter(isReached(network)).map((name) => addressOf(name, bound, network));
    } catch (error) {
      await close();
      failure = failureCode(error);
      if (failure !== 'port-taken') onError(error);
    } finally {
      onService();
    }
  }

  return {
    get isListening(): boolean {
      return server !== undefined;
    },
    get addresses(): string[] {
      return addresses;
    },
    get failure(): FailureCode | undefined {
      return failure;
    },
    /** Stops the present server, and starts one according to the settings. Never rejects. */
    restart,
    close,
  };
}

/** On the network it listens on both IPv4 and IPv6; on a machine without IPv6, on IPv4 only. */
function hostFor(network: boolean, hosts: readonly string[]): string {
  if (!network) return '127.0.0.1';
  return hosts.some((name) => name !== '::1' && isIPv6(name)) ? '::' : '0.0.0.0';
}

/** Selects names that others can use: on the network, not `localhost` and the like. */
const isReached = (network: boolean) => (name: string) =>
  network ? !['localhost', '127.0.0.1', '::1'].includes(name) : name === '127.0.0.1';

const addressOf = (name: string, port: number, network: boolean): string =>
  `${network ? 'https' : 'http'}://${isIPv6(name) ? `[${name}]` : name}:${port}`;

function failureCode(error: unknown): FailureCode {
  if (error instanceof FailureError) return error.failure.code;
  return ['EADDRINUSE', 'EACCES'].includes(codeOf(error)) ? 'port-taken' : 'internal';
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
