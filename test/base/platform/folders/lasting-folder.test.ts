import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { refuseUnlasting } from '../../../../main/base/platform/folders/lasting-folder.ts';
import { newFolder } from '../../../support/khatm.ts';
import { isWine } from '../../../support/wine.ts';

/* Tests that nobody elsewhere can send a till's copies to where they are lost together with the originals. */

const [disk, memory] = [0xef53, 0x01021994];
const failure = (code: string) => expect.objectContaining({ failure: expect.objectContaining({ code }) });

test('copies go into no folder of the originals, by no link and no other spelling', () => {
  const data = newFolder('originals');
  mkdirSync(path.join(data, 'production'));
  const link = path.join(newFolder('elsewhere'), 'link');
  if (!isWine) symlinkSync(path.join(data, 'production'), link, 'junction');
  const inOriginals = [data, path.join(data, 'production', 'new'), path.join(data, 'x', '..')];
  for (const folder of isWine ? inOriginals : [...inOriginals, link])
    expect(() => refuseUnlasting(folder, data, () => disk), folder).toThrow(failure('place-own'));
  for (const folder of [newFolder('usb'), `${data}-beside`, path.dirname(data)])
    expect(() => refuseUnlasting(folder, data, () => disk), folder).not.toThrow();
});

test.skipIf(process.platform !== 'linux')(
  'copies go into no memory, also where the folder is still to be made',
  () => {
    const data = newFolder('originals');
    const seen: string[] = [];
    const outer = newFolder('outer');
    const inMemory = (folder: string) => {
      seen.push(folder);
      return memory;
    };
    expect(() => refuseUnlasting(path.join(outer, 'a', 'b'), data, inMemory)).toThrow(
      failure('place-memory'),
    );
    expect(seen).toEqual([outer]);
  },
);
