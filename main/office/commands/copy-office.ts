import path from 'node:path';
import { backUpOffice, restoreOffice } from '../backup/back-up-office.ts';
import { usage, type Values } from './usage.ts';

export async function backUp({ data, to }: Values): Promise<void> {
  if (data === undefined || to === undefined) throw new TypeError(usage);
  console.log(await backUpOffice(path.resolve(data), path.resolve(to), Date.now()));
}

export async function restore({ data, from, key }: Values): Promise<void> {
  if (data === undefined || from === undefined) throw new TypeError(usage);
  await restoreOffice(path.resolve(from), path.resolve(data), key);
  console.log(`${path.resolve(data)}: start the office on it, and see what \`office check\` says`);
}
