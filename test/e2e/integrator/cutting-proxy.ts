import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The part in which a connection is cut: the request, which then never arrives, or its answer. */
export type Cut = 'request' | 'answer';

/**
 * Opens a connection that is cut for each new request: the first attempts are cut as listed, later ones pass.
 * @param keyOf identifies a request by its head
 */
export async function openCuttingProxy(port: number, cuts: readonly Cut[], keyOf: (head: string) => string) {
  const tries = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    keep(client);
    const parts: Buffer[] = [];
    client.on('data', function read(part: Buffer) {
      parts.push(part);
      const [head, rest] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n', 2);
      if (head === undefined || rest === undefined) return;
      client.off('data', read);
      const key = keyOf(head);
      const tried = tries.get(key) ?? 0;
      tries.set(key, tried + 1);
      pass(client, Buffer.concat(parts), cuts[tried]);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }

  function pass(client: Socket, begun: Buffer, cut: Cut | undefined): void {
    if (cut === 'request') return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    keep(upstream);
    upstream.write(begun);
    client.pipe(upstream);
    if (cut === undefined) upstream.pipe(client);
    else
      upstream.once('data', (answer: Buffer) => {
        client.write(answer.subarray(0, answer.length / 2), () => client.destroy());
        upstream.destroy();
      });
    upstream.on('close', () => client.end());
    client.on('close', () => upstream.destroy());
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Returns the number of attempts of each request. */
    tries: () => Object.fromEntries(tries),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
