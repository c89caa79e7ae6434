import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTerminal } from '../../main/app/terminal/terminal.ts';
import { newFolder } from './khatm.ts';

/** The one folder that was onboarded in this run of the tests. */
const ready = () => path.join(tmpdir(), 'onboarded');

/**
 * Makes a data folder whose training environment can sell at once. Onboarding takes longer than most tests, and other
 * tests cover it, so each test gets a copy of one folder.
 * @param name a part of the folder's name
 */
export async function onboardedFolder(name: string): Promise<string> {
  if (!existsSync(ready())) await onboard();
  const folder = newFolder(name);
  cpSync(ready(), folder, { recursive: true });
  return folder;
}

async function onboard(): Promise<void> {
  const folder = newFolder('onboarding');
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  await terminal.close();
  try {
    renameSync(folder, ready());
  } catch {
    // Another test worker was faster.
    rmSync(folder, { recursive: true });
  }
}
