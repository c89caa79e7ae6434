import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { passStaging, stagingFolderOf } from '../../../main/till/accountant/staging.ts';
import { testFolder } from '../../books/ledger/support.ts';

it('gives its parts to the file that is made in its place', () => {
  const folder = testFolder();
  const soFar = path.join(folder, 'so-far.zip');
  const whole = path.join(folder, 'whole.zip');
  mkdirSync(stagingFolderOf(folder, soFar));
  writeFileSync(path.join(stagingFolderOf(folder, soFar), 'done'), '');
  passStaging(folder, soFar, whole);
  expect(readdirSync(folder)).toEqual([path.basename(stagingFolderOf(folder, whole))]);
  expect(readdirSync(stagingFolderOf(folder, whole))).toEqual(['done']);
});
