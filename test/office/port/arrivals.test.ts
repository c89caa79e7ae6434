import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createRoom } from '../../../main/office/port/arrivals.ts';
import { hasServer, provideOffice } from '../office.ts';
import { officeApp, officeBrowser, officeOwner } from '../office-browser.ts';

/* Tests that what strangers send, or only announce, keeps nobody out. */

describe('a room for bodies', () => {
  it('has a share for each sender, and counts what has arrived until its request leaves', () => {
    const room = createRoom({ most: 10, mostOfOne: 4 });
    const first = room.enter('a');
    expect([first.take(3), first.take(2), first.take(1)]).toEqual([true, false, true]);
    expect([room.fits('a', 1), room.fits('b', 4), room.fits('b', 5)]).toEqual([false, true, false]);
    room.enter('b').take(4);
    expect([room.fits('c', 2), room.fits('c', 3)]).toEqual([true, false]);
    first.leave();
    first.leave();
    expect([room.fits('a', 4), room.fits('c', 4)]).toEqual([true, true]);
  });
});

describe.skipIf(!hasServer)('the port of the office', () => {
  provideOffice();
  const sockets: Socket[] = [];
  let app: FastifyInstance | undefined;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app?.close();
  });

  /** Sends the head of a call, and so many bytes of the body that it announces. */
  function announce(port: number, announced: number, sent: number): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write(`POST /office/call HTTP/1.1\r\nHost: h\r\nContent-Length: ${announced}\r\n\r\n`);
    socket.write(Buffer.alloc(sent, ' '));
    return socket;
  }

  async function listening(requestMs?: number) {
    app = officeApp({ ...(requestMs !== undefined && { requestMs }) });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, port: Number(new URL(address).port) };
  }

  it('lets people in beside any number of bodies that are announced and never come', async () => {
    const { app: open, port } = await listening();
    const owner = await officeOwner(open, 'Idle', 'owner@idle.example');
    for (let each = 0; each < 200; each += 1) announce(port, 256 * 1024, 72);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await officeBrowser(open).call('session.get', {})).toMatchObject({ ok: true });
    expect(await owner.call('person.list', {})).toMatchObject({ ok: true });
  });

  it('keeps room for people who are signed in, and for other networks, while one fills its share', async () => {
    const { app: open, port } = await listening();
    const owner = await officeOwner(open, 'Full', 'owner@full.example');
    for (let each = 0; each < 6; each += 1) announce(port, 256 * 1024, 256 * 1024 - 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const large = (browser: { send: typeof owner.send }) =>
      browser.send('session.get', { padding: 'a'.repeat(200_000) });
    expect((await large(officeBrowser(open))).statusCode).toBe(503);
    expect((await large(officeBrowser(open, { address: '192.0.2.1' }))).statusCode).not.toBe(503);
    expect((await large(owner)).statusCode).toBe(200);
  });

  it('ends a small body that does not come soon', async () => {
    const { port } = await listening(300);
    const socket = announce(port, 100, 10);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket, 'close');
  });
});
