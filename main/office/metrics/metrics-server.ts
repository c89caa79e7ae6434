import Fastify, { type FastifyInstance } from 'fastify';
import type { OfficeDatabase } from '../database/database.ts';
import type { Counters } from './counters.ts';
import { gaugesText } from './gauges.ts';

/** Serves `/metrics` at an address of its own, which tills and people do not reach. */
export function createMetricsServer(database: OfficeDatabase, counters: Counters): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    const text = counters.text() + (await gaugesText(database));
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
  return app;
}
