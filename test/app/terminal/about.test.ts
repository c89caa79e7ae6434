import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { newFolder } from '../../support/khatm.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { cashier, manager } from '../../support/run/callers.ts';

/* Tests the information about the program: its version and the licences in its package. */

test('a manager reads the version, the folder, and the licences of the package', async () => {
  const folder = await onboardedFolder('about');
  const file = path.join(newFolder('about-package'), 'licences.json');
  const libraries = [{ name: 'zod', version: '4.6.7', licence: 'MIT', text: 'Permission is hereby …' }];
  writeFileSync(file, JSON.stringify(libraries));
  const terminal = await openTerminal({ folder, version: '1.2.3', licencesFile: file });
  expect(await terminal.call('about.get', {}, manager)).toMatchObject({
    ok: true,
    value: { version: '1.2.3', folder, logs: folder, node: process.versions.node },
  });
  expect(await terminal.call('about.licences', {}, manager)).toMatchObject({
    ok: true,
    value: { libraries },
  });
  expect(await terminal.call('about.get', {}, cashier)).toMatchObject({ failure: { code: 'not-allowed' } });
  await terminal.close();

  const checkout = await openTerminal({ folder, version: '1.2.3' });
  expect(await checkout.call('about.licences', {}, manager)).toMatchObject({ value: { libraries: [] } });
  await checkout.close();
});
