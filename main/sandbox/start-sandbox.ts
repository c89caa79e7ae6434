import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError } from 'fastify';
import { authorityProfile } from '../gateway/profile.ts';
import { type Database, openDatabase } from '../ledger/database.ts';
import type { Clock } from '../platform/clock.ts';
import { guardServer, patientLimits, timeoutOptions } from '../platform/connections.ts';
import { openAuthority } from './authority.ts';
import type { SandboxContext } from './context.ts';
import { createCredentialStore } from './credential-store.ts';
import { carryOut } from './directives.ts';
import { type AcceptedDocument, createDocumentStore } from './document-store.ts';
import { type PlayedEnvironment, playOf } from './environments.ts';
import { FaultSwitch } from './fault-switch.ts';
import type { Faults } from './faults.ts';
import { addGatewayRoutes } from './gateway-routes.ts';
import { migrations } from './migrations.ts';
import { makeRecord, type SandboxRecord } from './record.ts';
import { SandboxClock } from './sandbox-clock.ts';
import { addSwitchRoutes } from './switch-routes.ts';

/*
 * An embedded authority for training, demonstrations and tests: the gateway's interfaces over HTTP on this machine
 * only, with a real certificate authority and real checks. It is not the tax authority, and says so in every answer.
 */

export interface SandboxOptions {
  /** SQLite file, which two processes may share; by default in memory. */
  readonly file?: string | undefined;
  /** Port on 127.0.0.1; by default any free one. */
  readonly port?: number | undefined;
  readonly clock: Clock;
  readonly faults?: Faults | undefined;
  /** The environment of the authority to imitate; by default training. It never changes for a file. */
  readonly plays?: PlayedEnvironment | undefined;
}

export interface Sandbox {
  /**
   * Base address for a gateway client: `http://127.0.0.1:<port>/e-invoicing/` and `sandbox` (training), `simulation`,
   * `core` (production) or `developer-portal`.
   */
  readonly address: string;
  /** Makes a one-time password as the authority's portal does: six digits, one hour, one certificate. */
  makeOtp(): string;
  /** Faults in force, which can change at any time. */
  readonly faults: Pick<FaultSwitch, 'current' | 'set'>;
  /**
   * Carries out a directive as a person writes it (`khatm sandbox --help` lists them all): a fault is added to those in
   * force, a scenario happens at once.
   * @returns the number of pairs, steps or passwords that a scenario changed; undefined for a fault
   * @throws FailureError `bad-input` for a text that is no directive
   */
  order(text: string): number | undefined;
  /** Accepted documents in the order of acceptance. */
  received(): AcceptedDocument[];
  /** The documents and conflicts it knows. */
  record(): SandboxRecord;
  /** Cuts all connections and closes the database. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox.
 * @throws FailureError as `openDatabase` does; `other-environment` when the file belongs to another one
 * @throws Error when the port is in use
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const play = playOf(options.plays ?? 'training');
  const faults = new FaultSwitch(options.faults);
  const clock = new SandboxClock(options.clock, faults);
  const database = openDatabase(options.file ?? ':memory:', migrations);
  try {
    return await start(options.port ?? 0, database, {
      profile: authorityProfile,
      play,
      clock,
      authority: openAuthority(database, play.environment, options.clock.now()),
      credentials: createCredentialStore(database),
      documents: createDocumentStore(database),
      faults,
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

async function start(
  port: number,
  database: Database,
  context: SandboxContext & { clock: SandboxClock },
): Promise<Sandbox> {
  const { clock, play, profile, credentials, documents, faults } = context;
  const makeOtp = () => credentials.addOtp(clock.now() + profile.timings.otpLifetime);
  const app = createServer(context);
  addGatewayRoutes(app, play.basePath, context);
  addSwitchRoutes(app, context, makeOtp);
  await app.listen({ host: '127.0.0.1', port });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  return {
    address: `${origin}${play.basePath}`,
    makeOtp,
    faults,
    order: (text) => carryOut(context, text),
    received: () => documents.all(),
    record: () => makeRecord(documents),
    async close() {
      clock.cancelAll();
      await app.close();
      database.close();
    },
  };
}

function createServer({ profile, clock }: SandboxContext) {
  const timeouts = timeoutOptions(patientLimits);
  // Connections that a fault keeps open must not keep the process alive.
  const app = Fastify({
    bodyLimit: profile.limits.requestBytes,
    forceCloseConnections: true,
    ...timeouts.fastify,
    http: timeouts.server,
  });
  guardServer(app, patientLimits);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Sandbox', 'not the tax authority');
    reply.header('Date', new Date(clock.now()).toUTCString());
    // Refuses web pages whose name points at this machine (DNS rebinding), and requests from other sites, which
    // browsers mark with their origin.
    const own = ['127.0.0.1', 'localhost'].includes(request.hostname);
    const from = request.headers.origin ?? `http://${request.host}`;
    if (!own || from !== `http://${request.host}`)
      return reply.code(403).send({ message: 'this machine only' });
  });
  app.setErrorHandler((error: FastifyError, _, reply) => {
    const status = error.statusCode ?? 500;
    const message = status < 500 ? error.message : 'The sandbox failed';
    return reply.code(status).send({ category: 'HTTP-Errors', code: 'Invalid-Request', message });
  });
  return app;
}
