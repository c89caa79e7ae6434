import { accessSync, constants, realpathSync, statfsSync, statSync } from 'node:fs';
import { found, type StepResult } from '../../../shared/diagnosis.ts';

/* Checks the disk and the data folder: free space, permissions, and a file system on which SQLite is safe. */

const gigabyte = 1_000_000_000;
/** Free bytes below which a backup or an update may not fit, and below which sales may fail. */
const shortBelow = 2 * gigabyte;
const fullBelow = gigabyte / 5;

/** The types of file systems on other machines (statfs(2)): NFS, SMB, CIFS, SMB2, AFS, Ceph. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400,
]);

/** Folders of programs that synchronize their content with other machines. */
const syncedFolder =
  /[\\/](OneDrive|Dropbox|Google ?Drive|iCloudDrive|Nextcloud|Mobile Documents)([ -][^\\/]*)?[\\/]/i;

/** The facts of a folder; tests supply their own. */
export interface FolderFacts {
  readonly platform: NodeJS.Platform;
  /** Returns the free bytes, and the type of its file system. @throws Error */
  statfs(folder: string): { readonly free: number; readonly type: number };
  /** Returns the folder with links and mapped drives resolved. @throws Error */
  realPath(folder: string): string;
}

const thisMachine: FolderFacts = {
  platform: process.platform,
  statfs(folder) {
    const { bavail, bsize, type } = statfsSync(folder);
    return { free: bavail * bsize, type };
  },
  realPath: (folder) => realpathSync.native(folder),
};

export function probeDisk(folder: string, { statfs } = thisMachine): StepResult {
  try {
    const { free } = statfs(folder);
    const facts = { free: (free / gigabyte).toFixed(1) };
    if (free < fullBelow) return found('disk-full', facts);
    return found(free < shortBelow ? 'disk-short' : 'disk-room', facts);
  } catch {
    return found('disk-unknown');
  }
}

export function probeFolder(folder: string, facts: FolderFacts = thisMachine): StepResult {
  const named = { folder };
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) return found('folder-missing', named);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return found('folder-read-only', named);
  }
  if (isOnNetwork(folder, facts)) return found('folder-network', named);
  if (syncedFolder.test(`${facts.realPath(folder)}/`)) return found('folder-synced', named);
  // On Windows the folder's access list decides this, and the program sets that list at each start.
  const isOpen = facts.platform !== 'win32' && (stat.mode & 0o077) !== 0;
  return found(isOpen ? 'folder-open' : 'folder-private', named);
}

function isOnNetwork(folder: string, { platform, statfs, realPath }: FolderFacts): boolean {
  try {
    if (platform === 'win32') return /^\\\\(?![.?]\\)/.test(realPath(folder));
    return platform === 'linux' && networkTypes.has(statfs(folder).type >>> 0);
  } catch {
    return false;
  }
}
