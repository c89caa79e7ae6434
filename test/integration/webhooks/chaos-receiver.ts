import path from 'node:path';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createChanges } from '../../../main/books/ledger/database/changes.ts';
import { createInbound } from '../../../main/integration/inbound/inbound.ts';
import { addInboundRoutes } from '../../../main/integration/inbound/routes.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { oneSecret, theSecret } from './one-secret.ts';

/* A receiver that runs until it is killed. */

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, port: { type: 'string', default: '' } },
});
const database = openIntegrationStore(path.join(values.folder, 'receiver.db'));
const receiver = createInbound({
  database,
  changes: createChanges(database),
  secrets: oneSecret,
  vaultPrefix: 'training',
  clock: systemClock,
  onChange: () => {},
  onEvents: () => {},
  onError: (error) => console.error(error),
});
if (!receiver.settings.get().hasSecret) await receiver.settings.addSecret(theSecret);
receiver.settings.change({ enabled: true });
receiver.start();
const app = Fastify({ forceCloseConnections: true });
addInboundRoutes(app, { inbound: receiver, path: '/events', plainFromLoopback: true });
await app.listen({ host: '127.0.0.1', port: Number(values.port) });
