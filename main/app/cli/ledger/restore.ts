import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import type { Environment } from '../../../../shared/status.ts';
import type { BackupKey } from '../../../base/encrypted/backup-key.ts';
import { isPlainFile } from '../../../base/outside/outside-folder.ts';
import { makeFolder } from '../../../base/platform/files/make-folder.ts';
import { inScratch, isOwnFile } from '../../../base/platform/files/own-files.ts';
import { stateFolderOf } from '../../../base/platform/folders/data-folder.ts';
import type { SecretStore } from '../../../base/vault/secret-store.ts';
import { readBackupName } from '../../../books/backup/backup-name.ts';
import { besidesOf, type PutBack, putBackBeside } from '../../../books/backup/beside.ts';
import { checkLastNumber } from '../../../books/backup/last-number.ts';
import { newerBackup } from '../../../books/backup/newer-backup.ts';
import { openBackup, refuseOlder, restoreBackup } from '../../../books/backup/restore.ts';
import { newNote, settleRestore, writeNote } from '../../../books/backup/restore-note.ts';
import { openArchive } from '../../../books/ledger/ledger.ts';
import { takeLock } from '../../../books/ledger/queue/process-lock.ts';
import { isKeyKept } from '../../../sending/credential/credential-secrets.ts';
import { comparedWith } from '../../environment/backups/restore-ledger.ts';
import { settleRestored } from '../../environment/guards/ledger-home.ts';
import { leaderLockFile } from '../../environment/leader-lock.ts';
import { environmentOf } from '../../terminal/active-environment.ts';
import { vaultOf } from '../../terminal/environment-vaults.ts';
import { type OfLedger, refuseInput } from '../files.ts';
import { commandLine, passphraseFor } from '../on-terminal.ts';
import { UsageError } from '../usage-error.ts';
import { askLastNumber } from './ask-last-number.ts';
import { keyOfBackup, ofBackup } from './backup-key.ts';

type RestoreOptions = OfLedger & { from: string; last?: string; older?: true };

const besideWords: Readonly<Record<PutBack, string>> = {
  'put-back': 'put back as of the backup; look through them',
  kept: 'left as they are',
  damaged: 'damaged in the backup; not put back',
  foreign: 'of another backup; not put back',
  absent: 'not in the backup',
};

/** `khatm restore`: replaces the ledger with a backup, if nothing newer was issued and no program has it open. */
export async function restoreLedger(options: RestoreOptions): Promise<void> {
  // A wrong key, an older backup and a missing last document are refused before anything is touched.
  await requireBackup(options.from);
  const key = await keyOfBackup(options.from);
  const environment = environmentOf(options.data, options.env);
  const last = await lastNumberOf(options, environment, key);
  const folder = path.join(options.data, environment);
  const besides = besidesOf(folder);
  makeFolder(folder);
  const leaderLock = takeLock(path.join(folder, leaderLockFile)) ?? fail('terminal-busy');
  // The terminal's settings come first: they hold the name of the vault in the keychain.
  let terminal: PutBack = 'kept';
  try {
    await settleRestore(folder);
    const isThere = isOwnFile(besides.terminal);
    if (!isThere) await writeNote(folder, newNote([path.relative(folder, besides.terminal)]));
    terminal = await putBackBeside(options.from, 'terminal', besides.terminal, { key, hashes: undefined });
    const vault = vaultOf(options.data, environment, await passphraseFor(environment));
    await vault.open();
    const place = { environment, folder, secrets: vault.store, stateFolder: stateFolderOf(options.data) };
    const now = Date.now();
    const restored = await restoreBackup({
      ...(await comparedWith(place, options.from, key)),
      now,
      last,
      acceptsOlder: options.older,
      besides: { integration: besides.integration, catalogue: besides.catalogue },
      early: terminal === 'put-back' ? { terminal: besides.terminal } : {},
    });
    await settleRestored(place, { actor: commandLine.name, at: now });
    print({ ...restored, besides: { ...restored.besides, terminal } });
    if (!(await hasKey(folder, vault.store))) {
      console.error(
        'khatm: the key of its certificate is not on this machine, so nothing can be issued yet.',
      );
      console.error(
        `khatm: name a manager, if there is none here yet: khatm manager --data ${options.data} --name NAME`,
      );
      console.error(
        `khatm: then get a new certificate: khatm credential reissue --data ${options.data} --env ${environment}`,
      );
    }
  } finally {
    // An unfinished restore is settled now, not at the next start.
    await settleRestore(folder);
    leaderLock.release();
  }
}

/** Refuses a backup that is missing or no plain file. @throws UsageError */
export async function requireBackup(file: string): Promise<void> {
  if (!(await isPlainFile(file).catch((cause) => refuseInput(file, cause))))
    throw new UsageError(`${file}: no such file`);
}

async function hasKey(folder: string, secrets: SecretStore): Promise<boolean> {
  const archive = openArchive(path.join(folder, 'ledger.db'));
  try {
    return archive === undefined || (await isKeyKept(archive.credentials, secrets));
  } finally {
    archive?.close();
  }
}

function print({ head, setAside, besides }: Awaited<ReturnType<typeof restoreBackup>>): void {
  console.log(`restored: ${head?.icv ?? 0} documents`);
  if (setAside !== undefined) console.log(`what was there: ${setAside}`);
  console.log(`settings (terminal.db): ${besideWords[besides.terminal ?? 'absent']}`);
  console.log(`other programs (integration.db): ${besideWords[besides.integration ?? 'absent']}`);
  console.log(`articles (catalogue.db): ${besideWords[besides.catalogue ?? 'absent']}`);
}

/**
 * Returns the number of the last document that was given to a customer: the person is asked, since no backup knows it.
 * @throws FailureError `backup-older`, `receipts-after`, `bad-input`; UsageError if nobody says the number
 */
function lastNumberOf(
  { from, last: given, older }: RestoreOptions,
  environment: Environment,
  key: BackupKey | undefined,
): Promise<string> {
  return inScratch(async (scratch) => {
    const archive = await ofBackup(from, openBackup(from, { environment, scratch, key }));
    try {
      const head = archive.chain.head();
      const { taken } = readBackupName(path.basename(from)) ?? {};
      const newer = await newerBackup({ id: archive.id, icv: head?.icv ?? 0, taken }, path.dirname(from));
      if (newer !== undefined && !older) refuseOlder({ file: newer.file, documents: newer.icv });
      const last = given?.trim() || (await askLastNumber(head, 'this backup'));
      checkLastNumber(head, last);
      return last;
    } finally {
      archive.close();
    }
  });
}
