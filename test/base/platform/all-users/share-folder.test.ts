import { mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isGroupName, shareFolder } from '../../../../main/base/platform/all-users/share-folder.ts';
import { newFolder } from '../../../support/khatm.ts';
import { isWine } from '../../../support/wine.ts';

/* Tests the administrator's part of the folder for all users, which calls Windows' own programs. */

const foreign = 'O:S-1-5-21-1-2-3-1001G:SYD:AI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)';
const administrators = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

function machine(groups: readonly string[] = []) {
  const root = path.join(realpathSync(newFolder('share')), 'Khatm', 'till');
  const ran: string[] = [];
  const run = (program: string, args: readonly string[]) => {
    ran.push([program, ...args].join(' ').replaceAll(path.dirname(root), 'KHATM'));
    if (program === 'net.exe' && args.length === 2 && !groups.includes(String(args[1])))
      throw new Error('2220');
  };
  const share = (list = administrators) => shareFolder({ root, group: 'Khatm', run, read: () => [list] });
  return { root, ran, share };
}

test('the group works in the folder, others do not read it, and nobody but administrators replaces it', () => {
  const { ran, share, root } = machine();
  expect(share()).toBeUndefined();
  const till = path.join('KHATM', 'till');
  expect(ran).toEqual([
    'icacls.exe KHATM /setowner *S-1-5-32-544 /L /Q',
    'icacls.exe KHATM /reset /L /Q',
    'icacls.exe KHATM /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX /L /Q',
    'net.exe localgroup Khatm',
    'net.exe localgroup Khatm /add',
    `icacls.exe ${till} /setowner *S-1-5-32-544 /L /Q`,
    `icacls.exe ${till} /reset /L /Q`,
    `icacls.exe ${till} /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(RC) Khatm:(RX,WD,AD) /L /Q`,
    `icacls.exe ${till} /grant Khatm:(OI)(CI)(IO)M *S-1-3-4:(OI)(CI)(IO)M /L /Q`,
  ]);
  // The command runs again when the group exists and the folder contains books.
  writeFileSync(path.join(root, 'terminal.db'), '');
  const again = machine(['Khatm']);
  expect(again.share()).toBeUndefined();
  expect(again.ran).not.toContain('net.exe localgroup Khatm /add');
});

test('what somebody else put in its place gets no administrator’s name', () => {
  const planted = machine();
  mkdirSync(planted.root, { recursive: true });
  writeFileSync(path.join(planted.root, 'terminal.db'), '');
  expect(planted.share(foreign)).toEqual({ refused: 'foreign', place: path.dirname(planted.root) });
  expect(planted.ran).toEqual([]);

  // This folder appears after the check, before its parent belongs to the administrators.
  const appears = machine();
  const run = () => mkdirSync(appears.root, { recursive: true });
  expect(shareFolder({ root: appears.root, group: 'Khatm', run, read: () => [administrators] })).toEqual({
    refused: 'foreign',
    place: appears.root,
  });

  // An empty folder is created anew, because its creator may still have it open.
  const empty = machine();
  mkdirSync(path.dirname(empty.root), { recursive: true });
  // Windows gives a recreated folder its old creation time, and Linux gives it its old inode number.
  const which = () => {
    const { ino, birthtimeNs } = statSync(path.dirname(empty.root), { bigint: true });
    return `${ino} ${birthtimeNs}`;
  };
  const before = which();
  expect(empty.share(foreign)).toBeUndefined();
  expect(which()).not.toBe(before);
});

// Wine has no junctions.
test.skipIf(isWine)('a link in its place is refused', () => {
  const led = machine();
  mkdirSync(path.dirname(led.root), { recursive: true });
  symlinkSync(newFolder('elsewhere'), led.root, 'junction');
  expect(led.share()).toEqual({ refused: 'link', place: led.root });
  expect(led.ran).toEqual([]);
});

test('Windows that refuses ends it', () => {
  const root = path.join(realpathSync(newFolder('share')), 'Khatm', 'till');
  const run = () => {
    throw new Error('Access is denied.');
  };
  expect(() => shareFolder({ root, group: 'Khatm', run, read: () => [administrators] })).toThrow('denied');
});

test.each([
  ['Khatm', true],
  ['ختم الصندوق', true],
  ['Till users 2', true],
  ['/add', false],
  ['*S-1-1-0', false],
  ['a"b', false],
  ['a:F', false],
  ['Everyone)(F', false],
  ['', false],
])('the name %j of a group is one: %s', (name, isOne) => {
  expect(isGroupName(name)).toBe(isOne);
});
