import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { FailureError } from '../../../../shared/failure.ts';
import { ledgerDamage } from '../../../../shared/stored/settings/environment.ts';
import { readOwn } from '../../../base/platform/files/own-files.ts';
import { privateFile } from '../../../base/platform/files/private-files.ts';
import { fileIdentity } from '../../../books/ledger/database/file-identity.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/*
 * Damage of a ledger is noted in a row of the damaged file itself. The next start and other programs on the folder read
 * the row. A backup that replaces the file does not have it. If no row can be written, the note is a file beside the
 * damaged one.
 */

/** @param ledgerFile the ledger's file, which a restore moves with the note; undefined for one in memory */
export function createDamageNote({ settings }: Pick<Ledger, 'settings'>, ledgerFile: string | undefined) {
  const file = ledgerFile === undefined ? undefined : `${ledgerFile}-damage`;
  const identity = () => (ledgerFile === undefined ? undefined : fileIdentity(ledgerFile));
  const opened = identity();
  /** A restore may have replaced the file; a note beside the new one says nothing about the one that is open here. */
  const isReplaced = () => identity() !== opened;
  /** The row itself may be on a damaged page. A note that cannot be read is a note. */
  function row(): string | undefined {
    try {
      return settings.read(ledgerDamage)?.found;
    } catch (error) {
      const isUnreadable = error instanceof FailureError && error.failure.code.startsWith('stored-');
      return isUnreadable ? 'unknown' : undefined;
    }
  }

  return {
    read() {
      const found = row();
      if (found !== undefined || file === undefined || isReplaced() || !existsSync(file)) return found;
      // On a full disk the file can be created but stays empty: its existence is enough as a note.
      return readOwn(file) || 'unknown';
    },
    /** Notes the damage, or that it is gone. @throws Error when it could be written nowhere */
    write(damage: string | undefined, at: number) {
      const value = damage === undefined ? null : { at, found: damage };
      if (damage === undefined && file !== undefined && !isReplaced()) rmSync(file, { force: true });
      try {
        settings.write(ledgerDamage, value);
      } catch (error) {
        if (damage === undefined || file === undefined || isReplaced()) throw error;
        writeBeside(file, damage);
      }
    },
  };
}

export type DamageNote = ReturnType<typeof createDamageNote>;

function writeBeside(file: string, text: string): void {
  const descriptor = openSync(file, 'w', privateFile);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
