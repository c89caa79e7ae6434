import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Fastify from 'fastify';
import { systemClock } from '../../main/base/platform/clock.ts';
import { createChanges } from '../../main/books/ledger/database/changes.ts';
import { makeServerCertificate } from '../../main/integration/api/server-certificate.ts';
import { createInbound } from '../../main/integration/inbound/inbound.ts';
import { addInboundRoutes } from '../../main/integration/inbound/routes.ts';
import { openIntegrationStore } from '../../main/integration/store/integration-store.ts';
import { memorySecrets } from '../support/memory-secrets.ts';

/* The receiver that test/bench/receiver.ts times. It stores its data in the given folder, and takes the given secret. */

const [, , folder = '', secret = ''] = process.argv;
const { certificate, privateKey } = makeServerCertificate(['127.0.0.1'], Date.now());
const database = openIntegrationStore(path.join(folder, 'integration.db'));
const receiver = createInbound({
  database,
  changes: createChanges(database),
  secrets: memorySecrets(),
  vaultPrefix: 'training',
  clock: systemClock,
  onChange: () => {},
  onEvents: () => {},
  onError: (error) => console.error(error),
});
await receiver.settings.addSecret(secret);
receiver.settings.change({ enabled: true });
receiver.start();
const app = Fastify({ https: { key: privateKey, cert: certificate }, forceCloseConnections: true });
addInboundRoutes(app, { inbound: receiver, path: '/events', plainFromLoopback: false });
// This route does no work, so its time is the minimum for any answer of the server.
app.post('/nothing', async () => ({ message: 'taken' }));
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as AddressInfo).port, certificate });
