import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coffee, openShop, post, type Shop } from './shop.ts';

/* Tests images of a document's QR, decoded as a scanner would. */

let shop: Shop;
let token: string;
let made: { uuid: string; qr: string };
beforeAll(async () => {
  shop = await openShop();
  token = await shop.token();
  made = (await (await post(shop.base, token, coffee)).json()) as typeof made;
});
afterAll(() => shop.close());

/**
 * Uses a new connection each time. Decoding an image takes seconds on a busy machine, and meanwhile the server closes
 * an idle connection.
 */
const get = (file: string) =>
  fetch(`${shop.base}/v2/invoices/${made.uuid}/${file}`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });

function scan(dark: (x: number, y: number) => boolean, side: number): string {
  const luminance = new Uint8ClampedArray(side * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) luminance[y * side + x] = dark(x, y) ? 0 : 255;
  const source = new RGBLuminanceSource(luminance, side, side);
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.QR_CODE]],
    [DecodeHintType.PURE_BARCODE, true],
  ]);
  return new QRCodeReader().decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints).getText();
}

test.each([[''], ['?scale=1'], ['?scale=20']])('the PNG%s says what `qr` says', async (query) => {
  const answer = await get(`qr.png${query}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const { data, width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
  expect(width).toBe(height);
  expect(scan((x, y) => (data[(y * width + x) * 4] ?? 0) < 128, width)).toBe(made.qr);
});

test('the SVG says what `qr` says', async () => {
  const answer = await get('qr.svg');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const text = await answer.text();
  const [, side = ''] = /viewBox="0 0 (\d+) \1"/.exec(text) ?? [];
  const runs = [...text.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, width]) =>
    [x, y, width].map(Number),
  );
  const dark = new Set<number>();
  for (const [left = 0, row = 0, width = 0] of runs)
    for (let x = left; x < left + width; x += 1) dark.add(row * Number(side) + x);
  // A scanner needs more than one dot for each module.
  expect(
    scan((x, y) => dark.has(Math.floor(y / 4) * Number(side) + Math.floor(x / 4)), Number(side) * 4),
  ).toBe(made.qr);
});

test('another scale is refused by its field', async () => {
  for (const scale of ['0', '21', '1.5', 'x', '-1']) {
    const answer = await get(`qr.png?scale=${scale}`);
    const { issues } = (await answer.json()) as { issues: { path: string[] }[] };
    expect([scale, answer.status, issues[0]?.path]).toEqual([scale, 400, ['scale']]);
  }
  expect((await get('qr.svg?scale=2')).status).toBe(400);
});
