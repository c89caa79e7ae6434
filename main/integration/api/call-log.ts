import type { FastifyInstance } from 'fastify';
import type { ApiCall } from '../../../shared/contract/programs/integration.ts';
import type { Clock } from '../../base/platform/clock.ts';

/** The number of calls kept for a program, and of programs whose calls are kept. */
const mostCalls = 20;
const mostClients = 100;
const longestPath = 120;

/**
 * The last calls of each program, for the person who helps its developer: no bodies, no queries, no secrets. They are
 * only in memory: a row for each call would cost as much as the sale.
 */
export function createCallLog() {
  /** The calls by program, the one that called longest ago first. */
  const calls = new Map<string, ApiCall[]>();
  return {
    /** Returns the last calls of a program, newest first. */
    of: (clientId: string) => [...(calls.get(clientId) ?? [])],
    add(clientId: string, call: ApiCall) {
      const before = calls.get(clientId) ?? [];
      calls.delete(clientId);
      calls.set(clientId, [call, ...before].slice(0, mostCalls));
      const [oldest] = calls.keys();
      if (calls.size > mostClients && oldest !== undefined) calls.delete(oldest);
    },
  };
}

export type CallLog = ReturnType<typeof createCallLog>;

declare module 'fastify' {
  interface FastifyRequest {
    problemCode?: string;
    /** The client whose token was refused, because it was expired, revoked or without the scope. */
    refusedClient?: string | undefined;
  }
}

/** Notes each answer to a program that is known by its token, even if the token was refused. */
export function recordCalls(app: FastifyInstance, calls: CallLog, clock: Pick<Clock, 'now'>): void {
  app.addHook(
    'onResponse',
    async ({ caller, refusedClient, id, method, url, problemCode }, { statusCode }) => {
      const clientId = caller?.clientId ?? refusedClient;
      if (clientId === undefined) return;
      const [path = ''] = url.split('?');
      calls.add(clientId, {
        requestId: id,
        at: new Date(clock.now()).toISOString(),
        method,
        path: path.slice(0, longestPath),
        status: statusCode,
        ...(problemCode !== undefined && { code: problemCode }),
      });
    },
  );
}
