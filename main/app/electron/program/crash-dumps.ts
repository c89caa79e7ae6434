import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { app, crashReporter } from 'electron';
import { makePrivate } from '../../../base/platform/files/private-files.ts';

/* Chromium's dumps of crashed processes stay on this machine, and are part of no file for support. */

/** The newest dumps are kept; one crash is like the next. */
const kept = 5;
/** The number of milliseconds after which a dump is of no use. */
const longest = 30 * 24 * 60 * 60_000;

/** Makes Electron write crash dumps into this folder, and send them nowhere. Must run before Electron is ready. */
export function keepDumps(folder: string): void {
  app.setPath('crashDumps', folder);
  crashReporter.start({ uploadToServer: false });
}

/** Makes the folder private, and removes all but the newest dumps. Never rejects. */
export async function pruneDumps(folder: string, now: number): Promise<void> {
  try {
    await makePrivate(folder);
    const names = await readdir(folder, { recursive: true });
    const dumps = await Promise.all(
      names
        .filter((name) => name.endsWith('.dmp'))
        .map(async (name) => {
          const file = path.join(folder, name);
          return { file, at: (await stat(file)).mtimeMs };
        }),
    );
    const newest = dumps.toSorted((a, b) => b.at - a.at);
    const old = newest.filter(({ at }, place) => place >= kept || at < now - longest);
    for (const { file } of old) {
      await rm(file, { force: true });
      await rm(file.replace(/dmp$/, 'meta'), { force: true });
    }
  } catch {
    // There is no folder yet, or another program on this folder removes them.
  }
}
