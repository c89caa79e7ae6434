import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readOwn, writeOwn } from '../../base/platform/files/own-files.ts';

/**
 * Listens on this port, or on the port that the office in this folder used before, where its tills expect it. The first
 * time, any free port is used. A backup does not include the port, so that a restored copy can be tried beside the
 * office.
 * @returns the address
 */
export async function listenAsBefore(
  app: FastifyInstance,
  { host, port, data }: { host: string; port?: string | undefined; data?: string | undefined },
): Promise<string> {
  const file = data && path.join(path.resolve(data), 'port');
  const kept = file && readOwn(file)?.trim();
  const listening = await app
    .listen({ host, port: Number(port ?? kept ?? 0) })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || port !== undefined || !kept) throw error;
      throw new Error(`port ${kept}, where its tills look for this office, is taken; --port takes another`, {
        cause: error,
      });
    });
  const address = app.server.address();
  const taken = typeof address === 'object' && address !== null ? String(address.port) : undefined;
  if (file && taken !== undefined && taken !== kept) writeOwn(file, `${taken}\n`);
  return listening;
}
