import { createServer } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { standardLimits, watchConnections } from '../../../main/base/platform/connections.ts';

const limits = { ...standardLimits, fromHere: 2, fromNetwork: 5, perAddress: 2 };

/** Creates a server for connections from any address. */
function open() {
  const server = createServer();
  const connections = watchConnections(server, limits);
  const from = (remoteAddress: string): Duplex => {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    server.emit('connection', Object.assign(socket, { remoteAddress }));
    return socket;
  };
  return { connections, from };
}

test('no address of the network takes more than its places, and all of them leave this machine its own', () => {
  const { from } = open();
  const one = Array.from({ length: 3 }, () => from('192.168.1.20').destroyed);
  expect(one).toEqual([false, false, true]);
  const others = ['192.168.1.21', 'fe80::1', '::ffff:10.0.0.3', '10.0.0.4'].map(
    (other) => from(other).destroyed,
  );
  expect(others).toEqual([false, false, false, true]);
  const here = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((address) => from(address).destroyed);
  expect(here).toEqual([false, false, true]);
});

test('a place that was left is free again', async () => {
  const { from } = open();
  const [first] = [from('10.0.0.1'), from('10.0.0.1')];
  expect(from('10.0.0.1').destroyed).toBe(true);
  first.destroy();
  await new Promise((resolve) => first.once('close', resolve));
  expect(from('10.0.0.1').destroyed).toBe(false);
});

test('ends all, and those that come while the server is being closed', () => {
  const { connections, from } = open();
  const before = from('10.0.0.1');
  connections.endAll();
  expect(before.destroyed).toBe(true);
  expect(from('10.0.0.2').destroyed).toBe(true);
});
