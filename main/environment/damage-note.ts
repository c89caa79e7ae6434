import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import * as z from 'zod';
import type { Ledger } from '../ledger/ledger.ts';
import { privateFile } from '../platform/private-files.ts';
import { settingKey } from '../platform/settings.ts';

/*
 * Damage of a ledger is noted in a row of the damaged file itself. A restart and other programs on the folder read the
 * row, and a backup that replaces the file has none. If no row can be written to the file, the note is a file beside it.
 */

export interface DamageNote {
  /** Returns the damage that some program noted. */
  read(): string | undefined;
  /** Notes the damage, or that it is gone. @throws Error when no place took it */
  write(damage: string | undefined, at: number): void;
}

const damageSetting = settingKey(
  'ledger.damage',
  z.object({ at: z.number(), found: z.string() }).nullish().catch(undefined),
);

/** @param ledgerFile which a restore moves away with the note beside it; undefined for a ledger in memory */
export function createDamageNote(
  { settings }: Pick<Ledger, 'settings'>,
  ledgerFile: string | undefined,
): DamageNote {
  const file = ledgerFile === undefined ? undefined : `${ledgerFile}-damage`;
  const opened = identityOf(ledgerFile);
  /** A restore may have put another file in its place, whose note says nothing of the one that is open here. */
  const isReplaced = () => identityOf(ledgerFile) !== opened;
  /** The row itself may be on a damaged page. */
  function row(): string | undefined {
    try {
      return settings.read(damageSetting)?.found;
    } catch {
      return undefined;
    }
  }

  return {
    read() {
      const found = row();
      if (found !== undefined || file === undefined || isReplaced() || !existsSync(file)) return found;
      try {
        // A full disk makes a file and puts nothing into it: that it is there says enough.
        return readFileSync(file, 'utf8') || 'unknown';
      } catch {
        return 'unknown';
      }
    },
    write(damage, at) {
      const value = damage === undefined ? null : { at, found: damage };
      if (damage === undefined && file !== undefined && !isReplaced()) rmSync(file, { force: true });
      try {
        settings.write(damageSetting, value);
      } catch (error) {
        if (damage === undefined || file === undefined || isReplaced()) throw error;
        writeBeside(file, damage);
      }
    },
  };
}

/** Returns what tells a file from another one under the same name; undefined if there is none. */
function identityOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

function writeBeside(file: string, text: string): void {
  const descriptor = openSync(file, 'w', privateFile);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
