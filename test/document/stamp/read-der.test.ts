import { describe, expect, it } from 'vitest';
import {
  bitsOf,
  bytesOf,
  childrenOf,
  oidOf,
  readDer,
  textOf,
  timeOf,
} from '../../../main/document/stamp/certificates/read-der.ts';

const from = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('reading DER from outside', () => {
  it('gives each element with the bytes that a signature covers', () => {
    const [number, text] = childrenOf(readDer(from('30 08 02 01 05 0c 03 d8 ae 41')));
    expect(bytesOf(number)).toEqual(from('05'));
    expect(number?.bytes).toEqual(from('02 01 05'));
    expect(textOf(text)).toBe('خA');
    expect(textOf(readDer(from('1e 04 06 2e 00 41')))).toBe('خA');
    expect(oidOf(readDer(from('06 03 55 04 03')))).toBe('2.5.4.3');
    expect(bitsOf(readDer(from('03 02 00 ff')))).toEqual(from('ff'));
  });

  it.each([
    ['is empty', ''],
    ['ends too early', '30 05 02 01 05'],
    ['has more than one element', '02 01 05 02 01 05'],
    ['has a length without an end', '30 80 02 01 05 00 00'],
    ['has a longer length than it needs', '30 81 03 02 01 05'],
    ['has a text in parts', '2c 04 0c 02 41 42'],
    ['states gigabytes', '04 84 7f ff ff ff 00'],
    ['is as deep as nothing real', '30 80 '.repeat(5_000)],
  ])('refuses what %s', (_, hex) => {
    expect(() => readDer(from(hex))).toThrow();
  });

  it('refuses depth that is stated properly, without using up the stack', () => {
    let bytes = from('05 00');
    for (let depth = 0; depth < 20_000 && bytes.length < 60_000; depth += 1) {
      const length = bytes.length < 0x80 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
      if (bytes.length >= 0x80 && bytes.length < 0x100) length.splice(0, 3, 0x81, bytes.length);
      bytes = Buffer.concat([Buffer.of(0x30, ...length), bytes]);
    }
    expect(() => readDer(bytes)).toThrow('depth');
  });

  it('reads times of both kinds, and no others', () => {
    const time = (tag: number, text: string) =>
      timeOf(readDer(Buffer.concat([Buffer.of(tag, text.length), Buffer.from(text)])));
    expect(time(0x17, '491231235959Z')).toBe(Date.UTC(2049, 11, 31, 23, 59, 59));
    expect(time(0x17, '500101000000Z')).toBe(Date.UTC(1950, 0, 1));
    expect(time(0x18, '20500101000000Z')).toBe(Date.UTC(2050, 0, 1));
    for (const text of ['991332000000Z', '4912312359Z', '491231235959+0300', 'x'])
      expect(() => time(0x17, text)).toThrow();
    expect(() => time(0x0c, '491231235959Z')).toThrow('a time is missing');
  });
});
