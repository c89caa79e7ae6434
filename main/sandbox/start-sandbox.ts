import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../base/platform/clock.ts';
import { openAnswerLimits, timeoutOptions, watchConnections } from '../base/platform/connections.ts';
import { type Database, openDatabase } from '../books/ledger/database/database.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { createAnswering } from './answering.ts';
import { openAuthority } from './authority.ts';
import type { SandboxContext } from './context.ts';
import { type PlayedEnvironment, playOf } from './environments.ts';
import { carryOut } from './faults/directives.ts';
import { FaultSwitch } from './faults/fault-switch.ts';
import type { Faults } from './faults/faults.ts';
import { SandboxClock } from './sandbox-clock.ts';
import { createCredentialStore } from './store/credential-store.ts';
import { createDocumentStore } from './store/document-store.ts';
import { makeRecord } from './store/record.ts';
import { migrations } from './store/schema.ts';

/*
 * An embedded authority for training, demonstrations and tests: the gateway's interfaces over HTTP on this machine
 * only, with a real certificate authority and real checks. It is not the tax authority, and says so in every answer.
 */

export interface SandboxOptions {
  /** The SQLite file, which two processes may share; by default in memory. */
  readonly file?: string | undefined;
  /** The port on 127.0.0.1; by default any free one. */
  readonly port?: number | undefined;
  readonly clock: Clock;
  readonly faults?: Faults | undefined;
  /** The environment of the authority to imitate; by default training. It never changes for a file. */
  readonly plays?: PlayedEnvironment | undefined;
}

/**
 * Starts the sandbox.
 * @throws FailureError as `openDatabase` does; `other-environment` when the file belongs to another one
 * @throws Error when the port is in use
 */
export async function startSandbox(options: SandboxOptions) {
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

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

async function start(port: number, database: Database, context: SandboxContext & { clock: SandboxClock }) {
  const { clock, play, profile, credentials, documents, faults } = context;
  /** Makes a one-time password as the authority's portal does: six digits, one hour, one certificate. */
  const makeOtp = () => credentials.addOtp(clock.now() + profile.timings.otpLifetime);
  const server = createServer(timeoutOptions(openAnswerLimits).node);
  const connections = watchConnections(server, openAnswerLimits);
  let loaded: ReturnType<typeof createAnswering> | undefined;
  // This module is loaded at the first call, because its library would delay the first screen of every start in
  // training.
  const answering = () => {
    loaded ??= import('./answering.ts').then((module) => module.createAnswering(server, context, makeOtp));
    return loaded;
  };
  server.on('request', (request, response) => {
    void answering().then(
      ({ answer }) => answer(request, response),
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /**
     * The base address for a gateway client: `http://127.0.0.1:<port>/e-invoicing/` and `sandbox` (training),
     * `simulation`, `core` (production) or `developer-portal`.
     */
    address: `${origin}${play.basePath}`,
    makeOtp,
    faults,
    carryOut: (text: string) => carryOut(context, text),
    received: () => documents.all(),
    record: () => makeRecord(documents),
    async close() {
      clock.cancelAll();
      // Connections that a fault keeps open must not keep the process alive.
      connections.endAll();
      const closed = once(server, 'close');
      server.close();
      await closed;
      await (await loaded?.catch(() => undefined))?.close();
      database.close();
    },
  };
}
