import path from 'node:path';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { systemClock } from '../../../main/clock.ts';
import { createReceiver } from '../../../main/integration/receiver/receiver.ts';
import { addReceiverRoutes } from '../../../main/integration/receiver/routes.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { oneSecret, theSecret } from './one-secret.ts';

/* A receiver, until somebody kills it. */

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, port: { type: 'string', default: '' } },
});
const receiver = createReceiver({
  database: openIntegrationStore(path.join(values.folder, 'receiver.db')),
  secrets: oneSecret,
  vaultPrefix: 'training',
  clock: systemClock,
  onChange: () => {},
  onError: (error) => console.error(error),
});
if (!receiver.settings.get().hasSecret) await receiver.settings.addSecret(theSecret);
receiver.settings.change({ enabled: true });
receiver.start();
const app = Fastify({ forceCloseConnections: true });
addReceiverRoutes(app, { receiver, path: '/events', plainFromLoopback: true });
await app.listen({ host: '127.0.0.1', port: Number(values.port) });
