import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError } from 'fastify';
import type { Clock } from '../clock.ts';
import { authorityProfile } from '../gateway/profile.ts';
import { openDatabase } from '../ledger/database.ts';
import { openAuthority } from './authority.ts';
import type { SandboxContext } from './context.ts';
import { createCredentialStore } from './credential-store.ts';
import { type AcceptedDocument, createDocumentStore } from './document-store.ts';
import { FaultSwitch, type Faults } from './faults.ts';
import { addGatewayRoutes } from './gateway-routes.ts';
import { migrations } from './migrations.ts';
import { addSwitchRoutes } from './switch-routes.ts';

/*
 * An embedded authority for training, demonstration and tests: the gateway's interfaces over HTTP on this machine
 * alone, with a real certificate authority and real checks. It is not the tax authority, and says so in every answer.
 */

export interface SandboxOptions {
  /** SQLite file, which two processes may share; in memory where left out. */
  readonly file?: string | undefined;
  /** On 127.0.0.1; any free one where left out. */
  readonly port?: number | undefined;
  readonly clock: Clock;
  readonly faults?: Faults | undefined;
}

export interface Sandbox {
  /** Base address for a gateway client, `http://127.0.0.1:<port>/e-invoicing/sandbox`. */
  readonly address: string;
  /** A one-time password as the authority's portal gives it: six digits, one hour, one certificate. */
  makeOtp(): string;
  /** Faults in force, switchable at any time. */
  readonly faults: Pick<FaultSwitch, 'current' | 'set'>;
  /** Accepted documents in the order of acceptance. */
  received(): AcceptedDocument[];
  /** Cuts all connections and closes the database. */
  close(): Promise<void>;
}

const basePath = '/e-invoicing/sandbox';

/**
 * Starts the sandbox.
 * @throws FailureError as `openDatabase` does
 * @throws Error when the port is taken
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const timers = new CancellableClock(options.clock);
  const database = openDatabase(options.file ?? ':memory:', migrations);
  const context: SandboxContext = {
    profile: authorityProfile,
    clock: timers,
    authority: openAuthority(database, options.clock.now()),
    credentials: createCredentialStore(database),
    documents: createDocumentStore(database),
    faults: new FaultSwitch(options.faults),
  };
  const makeOtp = () => context.credentials.addOtp(options.clock.now() + context.profile.timings.otpLifetime);

  const app = createServer(context);
  addGatewayRoutes(app, basePath, context);
  addSwitchRoutes(app, context, makeOtp);
  try {
    await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  } catch (error) {
    database.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${port}${basePath}`,
    makeOtp,
    faults: context.faults,
    received: () => context.documents.all(),
    async close() {
      timers.cancelAll();
      await app.close();
      database.close();
    },
  };
}

function createServer({ profile }: SandboxContext) {
  // Connections that a fault keeps open must not keep the process alive.
  const app = Fastify({ bodyLimit: profile.limits.requestBytes, forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Sandbox', 'not the tax authority');
    // A page of the internet that points its name at this machine is not this machine (DNS rebinding).
    if (!['127.0.0.1', 'localhost'].includes(request.hostname))
      return reply.code(403).send({ message: 'this machine only' });
  });
  app.setErrorHandler((error: FastifyError, _, reply) => {
    const status = error.statusCode ?? 500;
    const message = status < 500 ? error.message : 'The sandbox failed';
    return reply.code(status).send({ category: 'HTTP-Errors', code: 'Invalid-Request', message });
  });
  return app;
}

/** The clock, with everything still waiting on it cancelled at once when the sandbox closes. */
class CancellableClock implements Clock {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(milliseconds: number, callback: () => void): () => void {
    const cancel = this.#clock.after(milliseconds, () => {
      this.#waiting.delete(cancel);
      callback();
    });
    this.#waiting.add(cancel);
    return cancel;
  }

  cancelAll(): void {
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
  }
}
