import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type LastPolicy, readPolicy } from '../../../../main/base/platform/policy/read-policy.ts';
import { mayOthersChange } from '../../../../main/base/platform/policy/windows-access.ts';
import { findWritableOnWindows } from '../../../../main/base/platform/policy/writable-place.ts';
import { isWine } from '../../../support/wine.ts';

/* Tests the policy on Windows, with the access lists that Windows gives to the folders above it. */

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'khatm-access-')));
afterAll(() => rmSync(root, { recursive: true }));
const khatm = path.join(root, 'Khatm');
const file = path.join(khatm, 'policy.json');
const pem = path.join(khatm, 'ca.pem');
mkdirSync(khatm);
writeFileSync(file, JSON.stringify({ kiosk: true, network: { authorities: [{ file: pem }] } }));
writeFileSync(pem, '-----BEGIN CERTIFICATE-----');

const user = 'S-1-5-21-1004336348-1177238915-682003330-1001';
const windowsInstaller = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
/**
 * The lists are those of C:\ and C:\ProgramData as Windows makes them, of the folder as the installer makes it, and of
 * a file in it.
 */
const drive = `O:${windowsInstaller}G:${windowsInstaller}D:PAI(A;;LC;;;AU)(A;OICIIO;SDGXGWGR;;;AU)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)`;
const programData =
  'O:SYG:SYD:PAI(A;OICIIO;GA;;;CO)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;CI;DCLCRPCR;;;BU)(A;OICI;0x1200a9;;;BU)';
const installed =
  'O:BAG:S-1-5-21-1004336348-1177238915-682003330-513D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
const inherited = 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
/** The list of the folder if an ordinary user creates it. */
const madeByUser = `O:${user}G:${user}D:AI(A;ID;FA;;;${user})(A;OICIIOID;GA;;;CO)(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;CIID;DCLCRPCR;;;BU)(A;OICIID;0x1200a9;;;BU)`;

/** Returns the policy on a machine with these lists, where they differ from the installer's. */
function policyWith(lists: Readonly<Record<string, string>>, at = file, last?: LastPolicy) {
  const usual = (place: string) => {
    if (place === file || place === pem) return inherited;
    if (place === khatm) return installed;
    return place === root ? programData : drive;
  };
  const looked: string[] = [];
  const find = findWritableOnWindows((places) => {
    looked.push(...places);
    return places.map((place) => lists[place] ?? usual(place));
  });
  return { ...readPolicy(at, last, find), looked };
}

test('a policy that administrators alone can write is in force, with every folder above it asked about', () => {
  const policy = policyWith({});
  expect(policy).toMatchObject({ state: 'in-force', kiosk: true });
  expect(policy.looked.slice(0, 3)).toEqual([file, khatm, root]);
  expect(policy.looked).toContain(path.parse(root).root);
  expect(policy.looked).toContain(pem);
});

test.each([
  ['the folder of a user', { [khatm]: madeByUser }, 'the folder of the file'],
  [
    'a folder of which a user hides that it is theirs',
    { [khatm]: installed.replace('O:BA', `O:${user}`) },
    'the folder',
  ],
  [
    'a folder that was made in ProgramData and left so',
    { [khatm]: `${programData}` },
    'the folder of the file',
  ],
  [
    'a folder further up that a user may rename',
    { [root]: `${programData}(A;;SD;;;BU)` },
    'the folder of the file',
  ],
  [
    'a drive that is a user’s',
    { [path.parse(root).root]: drive.replace(/^O:[^G]*/, `O:${user}`) },
    'the folder',
  ],
  ['a file that a user may write', { [file]: `${inherited}(A;;0x1301bf;;;BU)` }, 'the file may be written'],
  ['a file of a user', { [file]: inherited.replace('O:BA', `O:${user}`) }, 'the file may be written'],
  ['a file without a list', { [file]: 'O:BAG:SYD:NO_ACCESS_CONTROL' }, 'the file may be written'],
  ['a list that is no list', { [file]: 'none' }, 'the file may be written'],
  ['a list that this user may not read', { [file]: '' }, 'does not say'],
  [
    'a certificate that a user may write',
    { [pem]: `${inherited}(A;;FW;;;WD)` },
    'network.authorities.0.file: the file',
  ],
])('%s is refused', (_, lists, why) => {
  expect(policyWith(lists as Record<string, string>)).toMatchObject({
    state: 'broken',
    why: expect.stringContaining(why),
  });
});

test('a refused policy leaves the last usable one in force', () => {
  const kept = { text: undefined as string | undefined };
  const last = {
    read: () => kept.text,
    write(text: string | undefined) {
      kept.text = text;
    },
  };
  policyWith({}, file, last);
  writeFileSync(file, JSON.stringify({ kiosk: false }));
  expect(policyWith({ [khatm]: madeByUser }, file, last)).toMatchObject({ state: 'broken', kiosk: true });
});

test.skipIf(isWine)(
  'a policy is refused where a link leads to it, or Windows does not say who may write it',
  () => {
    const link = path.join(root, 'link');
    symlinkSync(khatm, link, 'junction');
    expect(policyWith({}, path.join(link, 'policy.json')).why).toContain('a link leads to the file');
    const unsaid = readPolicy(
      file,
      undefined,
      findWritableOnWindows(() => {
        throw new Error('no PowerShell');
      }),
    );
    expect(unsaid).toMatchObject({ state: 'broken', why: expect.stringContaining('does not say') });
  },
);

test.each([
  // The cases are rights that are only inherited, denials, reading, adding to a folder further up, and each right to
  // change something.
  ['OICIIO;GA;;;BU', 'A', [false, false]],
  ['CIOI;GA;;;BU', 'A', [true, true]],
  [';FA;;;BU', 'D', [false, false]],
  [';FR;;;WD', 'A', [false, false]],
  [';0x1200a9;;;BU', 'A', [false, false]],
  ['CI;DCLCRPCR;;;BU', 'A', [true, false]],
  [';WP;;;AU', 'A', [false, false]],
  [';DT;;;AU', 'A', [true, true]],
  [';WD;;;AU', 'A', [true, true]],
  [';WO;;;AU', 'A', [true, true]],
  [';SD;;;IU', 'A', [true, true]],
  [';GW;;;WD', 'A', [true, false]],
  [';FA;;;WD', 'XA', [true, true]],
  [';QQ;;;BU', 'A', [true, true]],
  [`;FA;;;${user}`, 'A', [true, true]],
  [';FA;;;S-1-5-21-1-2-3-512', 'A', [false, false]],
  [';FA;;;S-1-5-21-1-2-3-1512', 'A', [true, true]],
] as const)('%s of type %s', (entry, type, [content, name]) => {
  const list = `O:BAG:SYD:PAI(A;OICI;FA;;;SY)(${type};${entry})S:AI(AU;SA;FA;;;WD)`;
  expect([mayOthersChange(list, 'content'), mayOthersChange(list, 'name')]).toEqual([content, name]);
});
