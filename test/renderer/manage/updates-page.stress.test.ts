import { describe, expect, test } from 'vitest';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { managerScenes } from '../scenes/manager-scenes.ts';

/* Tests the page of updates: offers, a USB stick, and the settings. */

const fakeOf = (name: string): FakeOptions => managerScenes[name]?.fake ?? {};
const hash = '#/settings/updates';

describe.skipIf(chromiumPath === undefined)('updates', () => {
  const { open } = usePages();

  test('what is offered is installed tonight or now, and a refusal says why', async () => {
    const page = await open({ hash, fake: fakeOf('updates') });
    await page.getByText('Receipts print faster.').waitFor();
    await page.getByRole('button', { name: 'Install tonight' }).click();
    await page.getByText('between 02:00 and 05:00').waitFor();
    await page.getByRole('button', { name: 'Not tonight' }).click();
    await page.getByRole('button', { name: 'Install tonight' }).waitFor();
    await page.evaluate(() =>
      window.fake.failNext('update.install', { code: 'update-waits', detail: { why: 'basket' } }),
    );
    await page.getByRole('button', { name: 'Install now' }).click();
    await page.getByRole('alert').getByText('A basket is open').waitFor();
    const installs = (await callsOf(page, 'update.install')).map(({ input }) => input);
    expect(installs).toEqual([{ when: 'tonight' }, { when: 'not' }, { when: 'now' }]);
  });

  test('a stick that is not signed is told beside an earlier offer', async () => {
    const page = await open({ hash, fake: fakeOf('updates') });
    await page.locator('#update-folder-folder').fill('/media/usb');
    await page.keyboard.press('Enter');
    await page.getByText('not signed by the makers').waitFor();
    await page.getByRole('heading', { name: 'Version 0.2.0' }).waitFor();
  });

  test('server, night and manner are set, and a wrong time is not sent', async () => {
    const page = await open({ hash, fake: fakeOf('updates-none') });
    await page.getByText('No other version is known').waitFor();
    await page.locator('#update-settings-from').fill('25:00');
    await page.locator('#update-settings-server').fill('https://updates.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('such as 02:00').waitFor();
    expect(await callsOf(page, 'update.setSettings')).toEqual([]);
    await page.locator('#update-settings-from').fill('٠١:٣٠');
    await page.getByText('Only when a manager says so').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Look now' }).waitFor();
    expect((await callsOf(page, 'update.setSettings')).map(({ input }) => input)).toEqual([
      { automatic: false, night: { from: '01:30', to: '05:00' }, server: 'https://updates.example' },
    ]);
  });

  test('an installation of the system shows its command, and no button', async () => {
    const page = await open({ hash, fake: fakeOf('updates-system') });
    await page.getByText('sudo apt-get update').waitFor();
    expect(await page.getByRole('button', { name: 'Install now' }).count()).toBe(0);
  });
});
