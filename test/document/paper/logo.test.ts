import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rewrittenLogo } from '../../../main/document/paper/logo.ts';

function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

/** A grey picture of 4 by 2 pixels, with further chunks. @param pixels by default two lines of a filter and 4 bytes */
function picture(pixels: Uint8Array = deflateSync(Buffer.alloc(10)), more: readonly Buffer[] = []): Buffer {
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 2, 8, 0, 0, 0, 0]);
  const end = chunk('IEND', Buffer.alloc(0));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IDAT', pixels), end]);
}

test('a whole picture is written anew, without what is no part of it', () => {
  const more = [chunk('tEXt', Buffer.from('comment')), chunk('eXIf', Buffer.alloc(9))];
  expect(rewrittenLogo(picture())).toEqual(picture());
  expect(rewrittenLogo(Buffer.concat([picture(undefined, more), Buffer.from('behind')]))).toEqual(picture());
});

test('a picture of which only the header is good is refused', () => {
  const whole = picture();
  const damaged = Buffer.from(whole);
  damaged.writeUInt8(damaged.readUInt8(45) ^ 1, 45);
  for (const png of [
    whole.subarray(0, 33),
    whole.subarray(0, -12),
    damaged,
    picture(Buffer.from('no pixels')),
    picture(deflateSync(Buffer.alloc(9))),
    picture(deflateSync(Buffer.alloc(11))),
    picture(deflateSync(Buffer.alloc(100_000_000))),
    picture(deflateSync(Buffer.from([7, 0, 0, 0, 0, 0, 0, 0, 0, 0]))),
  ])
    expect(rewrittenLogo(png)).toBeUndefined();
});
