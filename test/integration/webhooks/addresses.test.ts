import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesOf, reachOf } from '../../../main/base/network/addresses.ts';
import { createPost, isReceiverUrl } from '../../../main/base/network/http-post.ts';

const unknown = async () => {
  throw new Error('asked for a name');
};

describe('where an address leads', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['0.0.0.0', 'forbidden'],
    ['169.254.169.254', 'forbidden'],
    ['::ffff:169.254.169.254', 'forbidden'],
    ['100.100.100.200', 'forbidden'],
    ['168.63.129.16', 'forbidden'],
    ['192.0.0.192', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['::', 'forbidden'],
    ['::127.0.0.1', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fe80::1%eth0', 'forbidden'],
    ['fec0::1', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['fd00:ec2::254', 'forbidden'],
    ['64:ff9b::7f00:1', 'forbidden'],
    ['2002:7f00:1::', 'forbidden'],
    ['2001:0:7f00:1::', 'forbidden'],
    ['2001:db8::1', 'forbidden'],
    ['name', 'forbidden'],
    ['8.8.8.8', 'public'],
    ['172.32.0.1', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['2a00:1450:4001::1', 'public'],
  ])('%s is %s', (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });

  it('is the same for an IPv4 address however it is written', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(reachOf(`::ffff:${address}`)).toBe(reachOf(address));
      }),
    );
  });

  it('is decided for every notation that a URL takes', async () => {
    for (const host of [
      '0x7f.1',
      '127.1',
      '2130706433',
      '0177.0.0.1',
      '[::ffff:127.0.0.1]',
      '１２７.0.0.1',
    ]) {
      const [found] = (await addressesOf(new URL(`https://${host}/`).hostname, unknown)) ?? [];
      expect(reachOf(found?.address ?? '')).toBe('loopback');
    }
  });
});

describe('an address of a receiver', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/hook?shop=1',
    'https://[2a00:1450:4001::1]/',
  ])('may be %s', (url) => expect(isReceiverUrl(url, false)).toBe(true));

  it.each([
    'http://example.com/hook',
    'http://127.0.0.1/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'example.com',
    '',
  ])('may not be %s', (url) => expect(isReceiverUrl(url, false)).toBe(false));

  it('in training may be plain HTTP, to this machine alone', () => {
    expect(isReceiverUrl('http://127.0.0.1:8080/', true)).toBe(true);
    expect(isReceiverUrl('http://localhost:8080/', true)).toBe(true);
    expect(isReceiverUrl('http://[::1]:8080/', true)).toBe(true);
    expect(isReceiverUrl('http://192.168.1.1/', true)).toBe(false);
    expect(isReceiverUrl('http://localhost.example.com/', true)).toBe(false);
  });
});

describe('a name', () => {
  const post = (addresses: string[], url: string, allowPrivate: boolean, plainToLoopback = false) =>
    createPost({
      lookup: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      timeoutMs: 2_000,
      answerBytes: 100,
      plainToLoopback,
    })({ url, headers: {}, body: Buffer.from('{}'), allowPrivate });
  const refused = { kind: 'no-answer', why: 'address-refused' };

  it('that leads into the shop’s own network is not called unless the endpoint allows it', async () => {
    expect(await post(['127.0.0.1'], 'https://receiver.example/', false)).toEqual(refused);
    expect(await post(['192.168.0.10'], 'https://receiver.example/', false)).toEqual(refused);
    // A valid address does not permit a forbidden one beside it.
    expect(await post(['8.8.8.8', '::1'], 'https://receiver.example/', false)).toEqual(refused);
  });

  it('that leads to a cloud’s metadata is not called, whatever the endpoint allows', async () => {
    expect(await post(['169.254.169.254'], 'https://receiver.example/', true)).toEqual(refused);
    expect(await post(['fd00:ec2::254'], 'https://receiver.example/', true)).toEqual(refused);
  });

  it('localhost that leads elsewhere is not called by plain HTTP', async () => {
    expect(await post(['8.8.8.8'], 'http://localhost:1/', true, true)).toEqual(refused);
  });

  it('that is not known is said to be so', async () => {
    expect(await post([], 'https://receiver.example/', false)).toEqual({
      kind: 'no-answer',
      why: 'name-unknown',
    });
  });
});
