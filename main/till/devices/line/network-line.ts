import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../base/platform/clock.ts';
import type { DeviceLine } from './device-line.ts';
import { openTimeoutMs, writeTimeoutMs } from './timing.ts';

/** The number of bytes written at a time: a printer accepts them only as fast as it prints. */
const atOnce = 4_096;
/** The number of milliseconds for the last bytes to leave. */
const closeTimeoutMs = 2_000;
/** The number of milliseconds in which a device that is going away closes its line. */
const sentTimeoutMs = 400;

export async function openNetworkLine(
  { host, port }: { readonly host: string; readonly port: number },
  clock: Pick<Clock, 'after'>,
): Promise<DeviceLine> {
  const socket = await open(host, port, clock);
  let failure: Error | undefined;
  const received: number[] = [];
  let onBytes = () => {};
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => {
    failure ??= new Error('the device closed the connection');
    onBytes();
  });
  socket.on('data', (chunk: Buffer) => {
    received.push(...chunk);
    onBytes();
  });

  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += atOnce)
        await writePart(socket, bytes.subarray(at, at + atOnce), clock, () => failure);
    },
    read(milliseconds, isAnswer) {
      const next = () => {
        for (let byte = received.shift(); byte !== undefined; byte = received.shift())
          if (isAnswer(byte)) return byte;
        return undefined;
      };
      return new Promise((resolve) => {
        const end = (byte: number | undefined) => {
          onBytes = () => {};
          resolve(byte);
        };
        const cancel = clock.after(milliseconds, () => end(undefined));
        onBytes = () => {
          const byte = next();
          if (byte === undefined && !socket.destroyed) return;
          cancel();
          end(byte);
        };
        onBytes();
      });
    },
    sent: () =>
      new Promise((resolve, reject) => {
        const end = () => {
          cancel();
          socket.off('close', end);
          if (failure === undefined) resolve();
          else reject(failure);
        };
        const cancel = clock.after(sentTimeoutMs, end);
        socket.once('close', end);
        if (socket.destroyed) end();
      }),
    close() {
      if (socket.destroyed) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(closeTimeoutMs, () => socket.destroy());
        socket.once('close', () => {
          cancel();
          resolve();
        });
        socket.end();
      });
    },
  };
}

function open(host: string, port: number, clock: Pick<Clock, 'after'>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const cancel = clock.after(openTimeoutMs, () => socket.destroy(new Error('no answer')));
    const refuse = (error: Error) => {
      cancel();
      reject(error);
    };
    socket.once('error', refuse);
    socket.once('connect', () => {
      cancel();
      socket.off('error', refuse);
      resolve(socket);
    });
  });
}

function writePart(
  socket: Socket,
  part: Uint8Array,
  clock: Pick<Clock, 'after'>,
  failure: () => Error | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = failure();
    if (before !== undefined) {
      reject(before);
      return;
    }
    const cancel = clock.after(writeTimeoutMs, () => {
      socket.destroy(new Error('the device takes no bytes'));
    });
    socket.write(part, (error) => {
      cancel();
      if (error) reject(failure() ?? error);
      else resolve();
    });
  });
}
