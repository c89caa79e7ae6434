import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range lies below the ports that systems give to outgoing connections, so that nobody else takes a port before its
 * owner listens, or while its owner is dead.
 */
const [firstPort, lastPort] = [20_000, 32_000];

/** Returns a port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // Another program uses the port.
    }
  }
}
