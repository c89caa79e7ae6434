import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

test('each file of the contract with commands has a file of commands, and there are no others beside the context', () => {
  const folder = 'shared/contract';
  const withCommands = filesIn(folder).filter((file) =>
    readFileSync(path.join(root, folder, file), 'utf8').includes(': command({'),
  );
  expect(withCommands).toContain('till/sales.ts');
  expect(filesIn('main/app/commands').filter((file) => file !== 'context.ts')).toEqual(withCommands);
});

test('commands write no settings, compare no confirmation, make no files and keep no queue: their rooms do', () => {
  const folder = 'main/app/commands';
  const ofRooms =
    /\bsettings\.write\(|\bconfirm (!==|===) |\bBuffer\.|'base64'|\bfileName\b|\bcreateSerialQueue\b|\bcheckPin\b/;
  const found = filesIn(folder).filter((file) =>
    ofRooms.test(readFileSync(path.join(root, folder, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
