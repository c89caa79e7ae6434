import { type AddressInfo, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ApiStatus } from '../../../shared/contract/integration.ts';
import { type FailureCode, FailureError } from '../../../shared/failure.ts';
import { closeInOrder } from '../../platform/close-in-order.ts';
import type { Settings } from '../../platform/settings.ts';
import { type ApiServerOptions, createApiServer, type TlsIdentity } from './api-server.ts';
import { createApiSettings } from './api-settings.ts';
import { createIdentities, type KeyStore } from './identities.ts';
import { checkIdentity, describeCertificate, makeServerCertificate, ownNames } from './server-certificate.ts';

export interface ApiServiceOptions extends ApiServerOptions {
  readonly settings: Settings;
  readonly secrets: KeyStore;
  /** Begins the names of keys in the vault, for instance `training/integration/tls-key`. */
  readonly keyName: string;
  /** It listens elsewhere, or no longer, or with another certificate. */
  readonly onService: () => void;
}

/** The API as the manager sees it: on or off, where, and with which certificate. */
export interface ApiService {
  status(): ApiStatus;
  /** When the certificate ends by which the network knows the server, if that is soon or past; milliseconds since 1970. */
  certificateEnd(): number | undefined;
  /** Listens as the settings say; what stops it is in the status. Called once at start. */
  start(): Promise<ApiStatus>;
  set(change: { enabled: boolean; port: number; network: boolean }): Promise<ApiStatus>;
  /**
   * Takes another certificate into use.
   * @throws FailureError `bad-input`, `vault-unavailable`
   */
  setCertificate(input: { source: 'own' } | ({ source: 'supplied' } & TlsIdentity)): Promise<ApiStatus>;
  stop(): Promise<void>;
}

/** How often the certificate is looked at, milliseconds. */
const lookEvery = 6 * 3_600_000;

/** How long a server may take to end, milliseconds, before another one begins. */
const closingMs = 2_000;

export function createApiService(options: ApiServiceOptions): ApiService {
  const { secrets, keyName, clock, onService, onError } = options;
  const settings = createApiSettings(options.settings);
  const identities = createIdentities({ settings, secrets, keyName, clock });
  let server: FastifyInstance | undefined;
  let addresses: string[] = [];
  let failure: FailureCode | undefined;
  let cancelLook = () => {};
  /** Changes wait for each other: two at once would leave two servers. */
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  function status(): ApiStatus {
    const { enabled, port, network } = settings.get();
    const certificate = identities.describe();
    return {
      enabled,
      port,
      network,
      addresses,
      ...(failure !== undefined && { failure }),
      ...(certificate && { certificate }),
    };
  }

  async function close(): Promise<void> {
    const closing = server;
    server = undefined;
    addresses = [];
    if (closing === undefined) return;
    await closeInOrder({ api: () => closing.close() }, { clock, onError, withinMs: closingMs });
  }

  async function identity(): Promise<TlsIdentity> {
    await identities.renew();
    return identities.current();
  }

  async function listen(): Promise<void> {
    await close();
    failure = undefined;
    const { enabled, network, port } = settings.get();
    try {
      if (!enabled) return;
      const tls = network ? await identity() : undefined;
      const own = network ? ownNames() : ['127.0.0.1', 'localhost'];
      const names = tls ? [...own, ...describeCertificate(tls.certificate).names] : own;
      server = createApiServer(options, { tls, names });
      await server.listen({ host: hostFor(network, own), port });
      const { port: bound } = server.server.address() as AddressInfo;
      addresses = own.filter(isReached(network)).map((name) => addressOf(name, bound, network));
    } catch (error) {
      await close();
      failure = failureCode(error);
      if (failure !== 'port-taken') onError(error);
    } finally {
      onService();
    }
  }

  const restart = async () => {
    await listen();
    lookLater();
    return status();
  };

  function lookLater(): void {
    cancelLook();
    if (server !== undefined && settings.get().network)
      cancelLook = clock.after(lookEvery, () => void inTurn(renew));
  }

  /** A certificate does not end while nobody looks. */
  async function renew(): Promise<void> {
    try {
      if (server !== undefined && (await identities.renew())) await listen();
    } catch (error) {
      onError(error);
    }
    lookLater();
  }

  function certificateEnd(): number | undefined {
    const { enabled, network } = settings.get();
    const certificate = enabled && network ? identities.describe() : undefined;
    return certificate?.isEnding ? Date.parse(certificate.validTo) : undefined;
  }

  return {
    status,
    certificateEnd,
    start: () => inTurn(restart),
    set: (change) =>
      inTurn(() => {
        settings.change(change);
        return restart();
      }),
    setCertificate: (input) =>
      inTurn(async () => {
        if (input.source === 'supplied') checkIdentity(input);
        const { certificate, privateKey } =
          input.source === 'supplied' ? input : makeServerCertificate(ownNames(), clock.now());
        await identities.use(input.source, { certificate, privateKey });
        return restart();
      }),
    stop: () =>
      inTurn(async () => {
        cancelLook();
        await close();
      }),
  };
}

/** On the network both families; a machine without IPv6 listens on what it has. */
function hostFor(network: boolean, own: readonly string[]): string {
  if (!network) return '127.0.0.1';
  return own.some((name) => name !== '::1' && isIPv6(name)) ? '::' : '0.0.0.0';
}

/** Names that others can use: on the network not those that mean everyone's own machine. */
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
