import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The places at which the connection can be cut: at once, after the request, and before the answer. */
export type Cut = 'nowhere' | 'atOnce' | 'behindQuestion' | 'beforeAnswer' | 'withinAnswer';

/** A connection to a port of this machine that can be cut at each step of a conversation. */
export async function openCuttableWire(target: () => number) {
  let cut: Cut = 'nowhere';
  /** The requests that were passed on. */
  const passed: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((till) => {
    const where = cut;
    sockets.add(till);
    till.on('error', () => undefined);
    if (where === 'atOnce') {
      till.destroy();
      return;
    }
    const far = connect({ host: '127.0.0.1', port: target() });
    sockets.add(far);
    far.on('error', () => till.destroy());
    till.on('data', (chunk) => {
      passed.push(chunk.toString('utf8'));
      far.write(chunk);
      if (where === 'behindQuestion') till.destroy();
    });
    far.on('data', (chunk) => {
      if (where === 'withinAnswer') till.write(chunk.subarray(0, 10), () => till.destroy());
      else if (where === 'beforeAnswer') till.destroy();
      else till.write(chunk);
    });
    far.on('close', () => till.end());
    till.on('close', () => {
      if (where === 'nowhere') far.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    passed,
    cutAt(where: Cut) {
      cut = where;
    },
  };
}
