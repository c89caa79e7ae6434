import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Random } from '../random.ts';
import { createRefusals, type Refusals } from '../refusals.ts';
import { carry, type SentRequest } from '../send-and-wait.ts';
import { makeServerIdentity } from './wire-certificate.ts';
import { connectionFaults, type WireFault, wireFaults } from './wire-faults.ts';

/* The network between tills and the authority, with real TLS and with faults. */

const isOfConnection = (fault: WireFault) => (connectionFaults as readonly string[]).includes(fault);

export interface Wire {
  /** The base of the address that tills use: https with its port. */
  readonly origin: string;
  /** The certificate for `NODE_EXTRA_CA_CERTS`, as PEM. */
  readonly certificate: string;
  /** The secrets of credential pairs that were seen in headers and answers. */
  readonly secrets: ReadonlySet<string>;
  /** The UUIDs of the documents that the authority permanently refuses. */
  readonly refused: Refusals['refused'];
  /** The number of times each fault occurred. */
  readonly struck: ReadonlyMap<WireFault | 'no-route', number>;
  /** Sets the authority's port; undefined while it is down. */
  leadTo(port: number | undefined): void;
  /** Makes this share of connections and requests fail in one of these ways from now on. */
  misbehave(random: Random, share: number, faults?: readonly WireFault[]): void;
  /** Makes the authority refuse this share of new documents from now on. */
  refuseDocuments(random: Random, share: number): void;
  /** Closes the route, so that connections are refused. */
  shut(): Promise<void>;
  /** Ends all faults and cuts connections that hang. Refused documents stay refused. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

export async function openWire(): Promise<Wire> {
  const identity = makeServerIdentity('wire');
  const stranger = createTlsServer(makeServerIdentity('wire'));
  const secrets = new Set<string>();
  const struck = new Map<WireFault | 'no-route', number>();
  const connections = new Set<Socket>();
  const refusals = createRefusals();
  let target: number | undefined;
  let next: (ofConnection: boolean) => WireFault | undefined = () => undefined;
  const count = (fault: WireFault | 'no-route') => struck.set(fault, (struck.get(fault) ?? 0) + 1);

  const tls = createHttpsServer({ ...identity, keepAliveTimeout: 60_000 }, (incoming, response) => {
    const fault = next(false);
    if (fault !== undefined) count(fault);
    const request: SentRequest = {
      request: incoming,
      response,
      fault,
      port: target,
      refusals,
      learn: (secret) => secrets.add(secret),
    };
    // Any error here acts as a broken connection.
    carry(request).catch(() => response.destroy());
  });
  tls.on('tlsClientError', () => undefined);
  stranger.on('tlsClientError', () => undefined);

  const front = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => undefined);
    const fault = next(true);
    if (fault !== undefined) count(fault);
    switch (fault) {
      case 'reset':
        return socket.resetAndDestroy();
      case 'mute':
        return;
      case 'tls-garbage':
        return void socket.end('220 this is no gateway\r\n\u0000\u0001\u0002');
      case 'tls-cut':
        return void socket.once('data', () => socket.destroy());
      case 'tls-stranger':
        return void stranger.emit('connection', socket);
      default:
        return void tls.emit('connection', socket);
    }
  });

  async function listen(port: number): Promise<number> {
    front.listen(port, '127.0.0.1');
    await once(front, 'listening');
    return (front.address() as AddressInfo).port;
  }
  const port = await listen(0);

  async function shut(): Promise<void> {
    if (!front.listening) return;
    const closed = once(front, 'close');
    front.close();
    for (const connection of connections) connection.destroy();
    await closed;
    count('no-route');
  }

  return {
    origin: `https://127.0.0.1:${port}`,
    certificate: identity.cert,
    secrets,
    refused: refusals.refused,
    struck,
    leadTo(to) {
      target = to;
    },
    misbehave(random, share, faults = wireFaults) {
      const of = Map.groupBy(faults, isOfConnection);
      next = (ofConnection) => {
        const some = of.get(ofConnection) ?? [];
        return some.length > 0 && random.chance(share) ? random.pick(some) : undefined;
      };
    },
    refuseDocuments: (random, share) => refusals.decide(() => random.chance(share)),
    shut,
    async heal() {
      next = () => undefined;
      refusals.decide(() => false);
      for (const connection of connections) connection.destroy();
      if (!front.listening) await listen(port);
    },
    async close() {
      await shut();
      tls.closeAllConnections();
    },
  };
}
