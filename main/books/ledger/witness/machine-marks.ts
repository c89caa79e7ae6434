import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { MachineMarks } from '../../../../shared/stored/notes/ledger.ts';
import { type SystemFacts, thisSystem } from './machine-id.ts';

/*
 * Further marks of a machine: unlike the system's own id, the board, the disks and the network cards are not copied
 * with a disk image.
 */

export interface MachineParts {
  readonly board?: string | undefined;
  readonly model?: string | undefined;
  readonly cards?: readonly string[] | undefined;
  readonly disks?: readonly string[] | undefined;
}

/** Access to facts of the machine; tests supply their own. */
export interface MachineFacts extends SystemFacts {
  list(folder: string): Promise<readonly string[]>;
}

const thisMachine: MachineFacts = { ...thisSystem, list: (folder) => readdir(folder) };

/** Returns the marks of this machine for one ledger; empty if the system reveals none. */
export async function machineMarks(
  ledgerId: string,
  system: MachineFacts = thisMachine,
): Promise<MachineMarks> {
  const parts = await (partsOf[system.platform] ?? linuxParts)(system).catch((): MachineParts => ({}));
  const hashOf = (kind: string, value: string) =>
    createHash('sha256')
      .update(JSON.stringify(['khatm', ledgerId, kind, value]))
      .digest('hex');
  const one = (kind: string, value: string | undefined) => {
    const mark = value === undefined ? undefined : meaningful(value);
    return mark === undefined ? {} : { [kind]: hashOf(kind, mark) };
  };
  const many = (kind: string, values: readonly string[] = []) => {
    const marks = values.flatMap((value) => meaningful(value) ?? []);
    return marks.length === 0
      ? {}
      : { [kind]: [...new Set(marks.map((value) => hashOf(kind, value)))].toSorted() };
  };
  return {
    ...one('board', parts.board),
    ...one('model', parts.model),
    ...many('cards', parts.cards),
    ...many('disks', parts.disks),
  };
}

/**
 * Returns true when these are the marks of two different machines. If the board is known, it decides. Another model is
 * another machine. Otherwise one network card or disk in common is enough for the same machine, so that parts may be
 * replaced or added. Parts that were or are unknown prove nothing.
 */
export function isOtherMachine(before: MachineMarks | undefined, now: MachineMarks | undefined): boolean {
  if (before === undefined || now === undefined) return false;
  if (before.board !== undefined && now.board !== undefined) return before.board !== now.board;
  if (before.model !== undefined && now.model !== undefined && before.model !== now.model) return true;
  const kept = [share(before.cards, now.cards), share(before.disks, now.disks)];
  return kept.includes(false) && !kept.includes(true);
}

/** Returns true when two lists have a mark in common; undefined if either is unknown. */
function share(before: readonly string[] | undefined, now: readonly string[] | undefined) {
  return before && now && before.some((each) => now.includes(each));
}

/** Returns undefined for the placeholders that makers leave. */
function meaningful(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  const digits = text.replace(/[^0-9a-z]/g, '');
  const isFilled =
    /^(.)\1*$/.test(digits) ||
    digits === '' ||
    digits === '03000200040005000006000700080009' ||
    /^(0123456789.*|123456789.*|default.*|none|na|notspecified|tobefilled.*|systemserialnumber)$/.test(
      digits,
    );
  return isFilled ? undefined : text;
}

type AskParts = (system: MachineFacts) => Promise<MachineParts>;

/** Reads the parts from sysfs; a serial number that only root may read is omitted. */
async function linuxParts({ readText, list }: MachineFacts): Promise<MachineParts> {
  const text = (file: string) =>
    readText(file).then(
      (read) => read.trim(),
      () => '',
    );
  const names = (folder: string) => list(folder).catch((): readonly string[] => []);
  const dmi = (name: string) => text(`/sys/class/dmi/id/${name}`);

  async function cardOf(name: string): Promise<string> {
    const folder = `/sys/class/net/${name}`;
    const wireless = await text(`${folder}/phy80211/macaddress`);
    if (wireless !== '') return wireless;
    // A bridge has no device. A generated or configured address is not the card's own; type 0 means that it is.
    const hasDevice = (await names(`${folder}/device`)).length > 0;
    return hasDevice && (await text(`${folder}/addr_assign_type`)) === '0' ? text(`${folder}/address`) : '';
  }
  async function diskOf(name: string): Promise<string> {
    // A removable disk moves from machine to machine.
    if ((await text(`/sys/block/${name}/removable`)) === '1') return '';
    for (const file of ['serial', 'device/serial', 'wwid', 'device/wwid']) {
      const serial = await text(`/sys/block/${name}/${file}`);
      if (serial !== '') return serial;
    }
    return '';
  }

  const models = await Promise.all(['sys_vendor', 'product_name', 'board_vendor', 'board_name'].map(dmi));
  return {
    board: (await dmi('product_uuid')) || (await dmi('product_serial')) || (await dmi('board_serial')),
    model: models.some((model) => model !== '') ? models.join('|') : undefined,
    cards: await Promise.all((await names('/sys/class/net')).map(cardOf)),
    disks: await Promise.all((await names('/sys/block')).map(diskOf)),
  };
}

const windowsAnswer = z.object({
  board: z.string().nullish(),
  model: z.string().nullish(),
  cards: z.array(z.string()).nullish(),
  disks: z.array(z.string()).nullish(),
});

const windowsQuestion = [
  '$p = Get-CimInstance Win32_ComputerSystemProduct',
  '$b = Get-CimInstance Win32_BaseBoard',
  "$n = @(Get-CimInstance Win32_NetworkAdapter -Filter 'PhysicalAdapter=TRUE' | Where-Object { $_.PNPDeviceID -like 'PCI*' -and $_.MACAddress } | ForEach-Object { $_.MACAddress })",
  "$d = @(Get-CimInstance Win32_DiskDrive | Where-Object { $_.InterfaceType -ne 'USB' -and $_.SerialNumber } | ForEach-Object { $_.SerialNumber })",
  "ConvertTo-Json -Compress @{ board = $p.UUID; model = (($p.Vendor, $p.Name, $b.Manufacturer, $b.Product) -join '|'); cards = $n; disks = $d }",
].join('; ');

/** The full path is used, so that no other program called powershell is run. */
async function windowsParts({ run }: MachineFacts): Promise<MachineParts> {
  const system = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  const answer = await run(path.win32.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe'), [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    windowsQuestion,
  ]);
  const { board, model, cards, disks } = windowsAnswer.parse(JSON.parse(answer));
  return {
    board: board ?? undefined,
    model: model ?? undefined,
    cards: cards ?? undefined,
    disks: disks ?? undefined,
  };
}

const partsOf: Partial<Record<NodeJS.Platform, AskParts>> = {
  win32: windowsParts,
  // A Mac's own id is that of its board.
  darwin: async () => ({}),
};
