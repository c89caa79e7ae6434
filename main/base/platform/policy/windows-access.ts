import { execFileSync } from 'node:child_process';
import { powerShell, powerShellSwitches, powerShellVariables } from '../windows-powershell.ts';

/* Windows' access lists in the text in which it writes them (SDDL), which is the same in all languages. */

/** Reads owner and access list of each place; '' if it may not be read. @throws Error if Windows does not answer */
export type ReadAccess = (places: readonly string[]) => readonly string[];

/** The kind of place: a file and its folder, or a folder further up, of which only the name must be protected. */
export type Protection = 'content' | 'name';

const rightsByName: Readonly<Record<string, number>> = {
  GA: 0x10000000,
  GR: 0x80000000,
  GW: 0x40000000,
  GX: 0x20000000,
  SD: 0x10000,
  RC: 0x20000,
  WD: 0x40000,
  WO: 0x80000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  FA: 0x1f01ff,
  FR: 0x120089,
  FW: 0x120116,
  FX: 0x1200a0,
};
const everyRight = 0x7fffffff;

/** The rights to delete or rename it or its content, and to grant oneself more rights. */
const replace = 0x10000 | 0x40000 | 0x80000 | 0x40 | 0x10000000;
/** The forbidden rights include writing into a folder, and turning it into a link. */
const forbidden: Readonly<Record<Protection, number>> = {
  name: replace,
  content: replace | 0x2 | 0x4 | 0x10 | 0x100 | 0x40000000,
};

/** SYSTEM, Administrators, the installer of Windows' files, and two that stand for the owner, who is checked. */
const administrators =
  /^(?:SY|BA|LA|DA|EA|OW|CO|S-1-5-18|S-1-5-32-544|S-1-5-21-[\d-]+-(?:500|512|519)|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464|S-1-3-[04])$/;

/** Returns true if anybody but administrators could change a place. An entry that is not understood counts as such. */
export function mayOthersChange(sddl: string, protection: Protection): boolean {
  const { owner, entries } =
    /^O:(?<owner>[A-Z]{2}|S-[\d-]+?)(?:G:(?:[A-Z]{2}|S-[\d-]+))?D:[A-Z]*(?<entries>(?:\([^()]*\))+)(?:S:.*)?$/.exec(
      sddl,
    )?.groups ?? {};
  // An owner can grant themselves any right.
  if (owner === undefined || entries === undefined || !administrators.test(owner)) return true;
  return entries
    .slice(1, -1)
    .split(')(')
    .some((entry) => grants(entry, forbidden[protection]));
}

const readControl = 0x20000 | 0x100000;

/** Returns true if more than one group besides administrators may enter a place, or read its content. */
export function maySeveralEnter(sddl: string): boolean {
  const who = new Set<string>();
  for (const [, type = '', rights = '', name = ''] of sddl.matchAll(
    /\(([^;()]*);[^;()]*;([^;()]*);[^;()]*;[^;()]*;([^;()]*)\)/g,
  ))
    if (!/^[OXZ]?D$/.test(type) && !administrators.test(name) && (rightsOf(rights) & ~readControl) !== 0)
      who.add(name);
  return who.size > 1;
}

function grants(entry: string, rights: number): boolean {
  const [type = '', flags = '', granted = '', , , who = ''] = entry.split(';');
  // An entry that denies rights does not matter here, and one that is only inherited grants nothing here.
  if (/^[OXZ]?D$/.test(type) || /^(?:..)*IO/.test(flags)) return false;
  return !administrators.test(who) && (rightsOf(granted) & rights) !== 0;
}

function rightsOf(rights: string): number {
  if (/^0x[\da-f]+$/i.test(rights)) return Number(rights);
  return (rights.match(/..?/g) ?? []).reduce((all, name) => all | (rightsByName[name] ?? everyRight), 0);
}

const unreadable = 'unreadable';

/** The paths are in a variable, so that none is read as a command. Without the command there is no answer. */
const script = [
  "$ErrorActionPreference = 'Stop'; $env:KHATM_PLACES -split '\\|' | ForEach-Object {",
  'try { (Get-Acl -LiteralPath $_).Sddl }',
  "catch { if ($_.FullyQualifiedErrorId -match 'CommandNotFound|CouldNotAutoload') { throw };",
  `'${unreadable}' } }`,
].join(' ');

/** This takes half a second or more, so it is done only if there is a policy, or a folder for all users. */
export const readAccess: ReadAccess = (places) => {
  const printed = execFileSync(powerShell(), [...powerShellSwitches, script], {
    encoding: 'utf8',
    env: { ...powerShellVariables(), KHATM_PLACES: places.join('|') },
    timeout: 30_000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = printed.split(/\r?\n/).filter((line) => line !== '');
  if (found.length !== places.length) throw new Error('Windows did not say who may write these places');
  return found.map((line) => (line === unreadable ? '' : line));
};
