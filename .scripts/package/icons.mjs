// Draws the program's icons for every system, with the code that draws the tray icon, so the mark is the same and sharp
// at every size.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { drawSeal } from '../../main/app/electron/tray/seal-image.ts';

const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 256];
/** Apple's names of the sizes. */
const macSizes = { icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 };

/** Writes `icons/<size>x<size>.png`, `icon.ico` and `icon.icns` into a folder. */
export function drawIcons(folder) {
  const drawn = new Map();
  const png = (size) => {
    if (!drawn.has(size)) drawn.set(size, toPng(size, drawSeal(size, 'calm')));
    return drawn.get(size);
  };
  const icons = path.join(folder, 'icons');
  rmSync(icons, { recursive: true, force: true });
  mkdirSync(icons, { recursive: true });
  for (const size of linuxSizes) writeFileSync(path.join(icons, `${size}x${size}.png`), png(size));
  writeFileSync(path.join(folder, 'icon.ico'), toIco(windowsSizes.map((size) => [size, png(size)])));
  writeFileSync(
    path.join(folder, 'icon.icns'),
    toIcns(Object.entries(macSizes).map(([name, size]) => [name, png(size)])),
  );
}

/** @param bgra pixels with premultiplied alpha, as `drawSeal` returns them */
export function toPng(size, bgra) {
  const lines = Buffer.alloc(size * (size * 4 + 1));
  for (let at = 0; at < size * size; at += 1) {
    const alpha = bgra[at * 4 + 3];
    const plain = (part) =>
      alpha === 0 ? 0 : Math.min(255, Math.round((bgra[at * 4 + part] * 255) / alpha));
    lines.set([plain(2), plain(1), plain(0), alpha], at * 4 + Math.floor(at / size) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, bytes) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  return Buffer.concat([number(bytes.length), named, number(crc32(named))]);
}

function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function toIco(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, [size, bytes]] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 0 stands for 256.
    head.set([size % 256, size % 256], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(([, bytes]) => bytes)]);
}

function toIcns(pictures) {
  const parts = pictures.map(([name, bytes]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), number(bytes.length + 8), bytes]),
  );
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([Buffer.from('icns', 'latin1'), number(size), ...parts]);
}
