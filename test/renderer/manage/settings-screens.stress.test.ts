import { describe, expect, test } from 'vitest';
import { type RejectionCause, rejectionCauses } from '../../../shared/contract/terminal/credentials.ts';
import { credentialWords } from '../../../shared/words/credential.ts';
import { fakeCompany, fakeOtp, fakePassphrase } from '../fakes/fake-credentials.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import { chromiumPath } from '../harness/browser.ts';
import { callsOf, usePages } from '../harness/pages.ts';
import { scan } from '../harness/scanner.ts';

/* Tests a manager's pages: the certificate and its warnings, environments, the company, and people. */

const people = [
  { name: 'Noura', role: 'manager' as const },
  { name: 'سالم', role: 'cashier' as const },
];
const live: FakeOptions = { people, person: 'Noura', environment: 'production', invoices: 5 };
const refusals = (cause: RejectionCause, inARow = 3) => ({
  lastDay: 7,
  inARow,
  last: { at: '2026-11-20T09:12:00.000Z', httpStatus: 401, code: 'invalid-credentials', cause },
});

describe.skipIf(chromiumPath === undefined)('settings', () => {
  const { open } = usePages();

  test.each([
    [61, 'calm', 'Nothing to do now'],
    [60, 'amber', 'It is time to renew'],
    [15, 'amber', 'It is time to renew'],
    [14, 'red', 'Renew now'],
    [-2, 'red', 'The certificate has ended'],
  ])(
    '%i days before its end the certificate is %s, on its page and in the bar',
    async (daysLeft, tone, advice) => {
      const page = await open({ hash: '#/settings/certificate', fake: { ...live, daysLeft } });
      await page.getByText(advice).waitFor();
      await page.getByText(String(Math.abs(daysLeft)), { exact: true }).waitFor();
      const bar = page.locator('header a [data-tone]');
      expect(await bar.getAttribute('data-tone')).toBe(tone);
    },
  );

  test('a renewal asks for a code and shows its way', async () => {
    const page = await open({ hash: '#/settings/certificate', fake: { ...live, daysLeft: 40 } });
    await page.getByText('days left').waitFor();
    await page.keyboard.press('F9');
    await page.getByText('Renew existing CSID').first().waitFor();
    await page.locator('#code-otp:focus').waitFor();
    await page.keyboard.type(fakeOtp);
    await page.keyboard.press('Enter');
    // The match is exact, because the heading above the field for the code contains the word too, and appears before
    // the main process answers.
    await page.getByRole('heading', { name: 'Renewal', exact: true }).waitFor();
    expect(await callsOf(page, 'credential.begin')).toEqual([
      { name: 'credential.begin', input: { kind: 'renewal', otp: fakeOtp } },
    ]);
    await page.evaluate(() => window.fake.credentials.finish());
    await page.getByText('1,825', { exact: true }).waitFor();
  });

  test('a renewal that is over before its way was shown leads back to the certificate', async () => {
    const page = await open({ hash: '#/settings/certificate', fake: { ...live, daysLeft: 40 } });
    // The events of the flow's beginning and end arrive in one task, as on a busy machine.
    await page.evaluate(() => {
      const { fake } = window;
      fake.on((told) => {
        const { event } = told as { event: { credential?: { flow?: { running: boolean } } } };
        if (event.credential?.flow?.running) fake.credentials.finish();
      });
    });
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await page.locator('#code-otp').fill(fakeOtp);
    await page.keyboard.press('F9');
    await page.getByText('1,825', { exact: true }).waitFor();
    // Another flow can be started.
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    expect(await page.locator('#code-otp').inputValue()).toBe('');
  });

  test('a re-issue says first what it does', async () => {
    const page = await open({ hash: '#/settings/certificate', fake: live });
    await page.getByRole('button', { name: 'Re-issue' }).click();
    await page.getByText('What waits is sent first').waitFor();
    await page.getByText('destroyed at once').waitFor();
    await page.keyboard.press('F9');
    await page.locator('#code-otp:focus').waitFor();
    await page.keyboard.type(fakeOtp);
    await page.keyboard.press('F9');
    await page.getByRole('heading', { name: 'Re-issue', exact: true }).waitFor();
    expect(await callsOf(page, 'credential.begin')).toEqual([
      { name: 'credential.begin', input: { kind: 'reissue', otp: fakeOtp } },
    ]);
  });

  test.each(rejectionCauses)(
    'refused because of %s: how often, why, and the button that mends it',
    async (cause) => {
      const page = await open({
        hash: '#/settings/certificate',
        fake: { ...live, refusals: refusals(cause) },
      });
      await page.getByText('7 calls refused in the last 24 hours').waitFor();
      await page.getByText(credentialWords.en.causes[cause]).waitFor();
      await page.getByText('nothing is lost').waitFor();
      await page.getByRole('alert').getByRole('button').click();
      const [at, text] =
        cause === 'other-environment'
          ? ['heading', 'Environments']
          : [
              'heading',
              cause === 'certificate-expired' ? 'Get a code for the renewal' : 'Re-issue the certificate',
            ];
      await page.getByRole(at as 'heading', { name: text, exact: true }).waitFor();
    },
  );

  test('refusals that are over are said without alarm', async () => {
    const page = await open({
      hash: '#/settings/certificate',
      fake: { ...live, refusals: refusals('pair-revoked', 0) },
    });
    await page.getByText('The last calls were let in again').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a new certificate that is not let in yet: said calmly, and given up on a second word', async () => {
    const page = await open({ hash: '#/settings/certificate', fake: { ...live, trial: true } });
    await page.getByText('does not accept the new certificate yet').waitFor();
    await page.getByRole('button', { name: 'Give the new one up' }).click();
    expect(await callsOf(page, 'credential.abandon')).toEqual([]);
    await page.getByRole('button', { name: 'Yes, destroy it' }).click();
    await page.getByText('does not accept the new certificate yet').waitFor({ state: 'hidden' });
    expect(await callsOf(page, 'credential.abandon')).toHaveLength(1);
  });

  test('a proxy is set and an authority trusted, and taken away again', async () => {
    const page = await open({ hash: '#/settings/environments', fake: live });
    await page.getByText('This one', { exact: true }).click();
    await page.getByLabel('Address, for instance').fill('http://proxy.najd:3128');
    await page.getByLabel('User name').fill('till');
    await page.getByLabel('Password', { exact: true }).fill('secret');
    const form = page.locator('form').filter({ has: page.getByLabel('User name') });
    await form.getByRole('button').click();
    await page.getByLabel('Password (kept').waitFor();
    expect(await callsOf(page, 'network.setProxy')).toEqual([
      {
        name: 'network.setProxy',
        input: { proxy: 'http://proxy.najd:3128', user: 'till', password: 'secret' },
      },
    ]);
    const pem = (text: string) => ({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.locator('input[type=file]').setInputFiles(pem('hello'));
    await page.getByText('no certificate in a PEM file').waitFor();
    await page.locator('input[type=file]').setInputFiles(pem('-----BEGIN CERTIFICATE-----'));
    await page.getByText('CN=Najd Trading Network CA').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('CN=Najd Trading Network CA').waitFor({ state: 'hidden' });
  });

  test('environments are switched, and nothing of the other ledger stays on the screen', async () => {
    const page = await open({
      hash: '#/invoices',
      fake: { ...live, environment: 'simulation', invoices: 5 },
    });
    await page.getByText('T1-000005').waitFor();
    await page.keyboard.press('Alt+3');
    await page.getByRole('link', { name: 'Tax' }).click();
    await page.getByRole('link', { name: 'Environments' }).click();
    await page.getByRole('button', { name: 'Switch here' }).click();
    await page.getByText('Training: documents go').waitFor();
    const before = (await callsOf(page, 'invoice.list')).length;
    await page.keyboard.press('Alt+2');
    await page.getByText('T1-000005').waitFor();
    // The list is read from the other ledger and not from the cache.
    expect((await callsOf(page, 'invoice.list')).length).toBeGreaterThan(before);
  });

  test('an ordered fault is looked at again when a document has its answer', async () => {
    const page = await open({
      hash: '#/settings/environments',
      fake: { people, person: 'Noura', invoices: 5 },
    });
    await page.getByRole('button', { name: /rejects the next/ }).click();
    const before = (await callsOf(page, 'practice.faults')).length;
    await page.evaluate(() => window.fake.issueElsewhere());
    await expect.poll(async () => (await callsOf(page, 'practice.faults')).length).toBeGreaterThan(before);
  });

  test('a newer version is tried on simulation alone, and left again', async () => {
    const page = await open({
      hash: '#/settings/environments',
      fake: { ...live, environment: 'simulation' },
    });
    await page.getByLabel('Version, such as V3').fill('three');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('V and a number').waitFor();
    await page.getByLabel('Version, such as V3').fill('v3');
    await page.keyboard.press('Enter');
    await page.getByText('V3', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to V2' }).click();
    await page.getByText('V3', { exact: true }).waitFor({ state: 'detached' });
    expect(await callsOf(page, 'environment.setVersion')).toEqual([
      { name: 'environment.setVersion', input: { environment: 'simulation', version: 'V3' } },
      { name: 'environment.setVersion', input: { environment: 'simulation' } },
    ]);
  });

  test('the passphrase is changed by who knows it', async () => {
    const page = await open({
      hash: '#/settings/environments',
      fake: { ...live, passphraseNeeded: true },
    });
    const type = async (current: string, next: string, again: string) => {
      await page.getByLabel('Current passphrase').fill(current);
      await page.getByLabel('Passphrase, at least 12 characters').fill(next);
      await page.getByLabel('Passphrase once more').fill(again);
      await page.keyboard.press('Enter');
    };
    await type(fakePassphrase, 'too short', 'too short');
    await page.getByText('At least 12 characters', { exact: true }).waitFor();
    await type(fakePassphrase, 'long enough for it', 'another long enough');
    await page.getByText('The two passphrases differ').waitFor();
    await type('a wrong one', 'long enough for it', 'long enough for it');
    await page.getByRole('alert').waitFor();
    await type(fakePassphrase, 'long enough for it', 'long enough for it');
    await page.getByText('The passphrase was changed').waitFor();
    expect(await page.getByLabel('Current passphrase').inputValue()).toBe('');
    expect(await callsOf(page, 'vault.changePassphrase')).toHaveLength(2);
  });

  test('what the certificate holds is locked, with the reason; the rest is saved', async () => {
    const page = await open({ hash: '#/settings/company', fake: live });
    const vat = page.getByLabel('VAT number');
    await vat.waitFor();
    expect(await vat.isDisabled()).toBe(true);
    await page.getByText('change only with a new certificate').waitFor();
    await page.getByLabel('Street').fill('طريق الملك فهد');
    await page.keyboard.press('Enter');
    await page.getByText('Saved').waitFor();
    const [saved] = (await callsOf(page, 'company.save')) as { input: { address: { street: string } } }[];
    expect(saved?.input.address.street).toBe('طريق الملك فهد');
  });

  test('what a new certificate holds is locked as soon as it is there', async () => {
    const page = await open({
      hash: '#/settings/company',
      fake: { ...live, credential: 'none', company: fakeCompany },
    });
    const vat = page.getByLabel('VAT number');
    await vat.waitFor();
    expect(await vat.isDisabled()).toBe(false);
    await page.evaluate(() => window.fake.credentials.finish());
    await page.locator('#company-vatNumber:disabled').waitFor();
  });

  test('people are added, changed and removed; the last manager and oneself stay', async () => {
    const page = await open({ hash: '#/settings/people', fake: live });
    expect(await page.getByRole('button', { name: 'Remove Noura' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.keyboard.type('سالم');
    await page.getByLabel('PIN, 6 to 12 digits').fill('482913');
    await page.getByLabel('PIN once more').fill('482913');
    await page.keyboard.press('Enter');
    await page.getByText('Somebody of that name').waitFor();
    await page.getByLabel('Name').fill('Maria');
    await page.keyboard.press('Enter');
    // A scan while the list of roles has the focus changes nobody's role.
    await page.getByLabel('Role of Maria').focus();
    await scan(page, 'M6281000000014');
    expect(await callsOf(page, 'people.save')).toHaveLength(1);
    await page.getByLabel('Role of Maria').selectOption('Manager');
    expect(await callsOf(page, 'people.save')).toHaveLength(1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove سالم' }).click();
    expect(await callsOf(page, 'people.remove')).toHaveLength(0);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Change سالم' }).waitFor({ state: 'detached' });
    expect((await callsOf(page, 'people.save')).map(({ input }) => input)).toEqual([
      { name: 'Maria', role: 'cashier', pin: '482913' },
      { name: 'Maria', role: 'manager' },
    ]);
  });

  test('the log goes on to older lines, and is read again whenever its page is opened', async () => {
    const page = await open({ hash: '#/settings/diagnosis', fake: live });
    const requests = async () =>
      (await callsOf(page, 'log.list')).map(({ input }) => Object.keys(input as object));
    await page.getByLabel('Show').selectOption('info');
    await page.getByRole('button', { name: 'Older lines' }).click();
    await page.getByText('A message of another part').waitFor();
    await expect.poll(requests).toEqual([['level'], ['level'], ['level', 'before']]);
    expect(await page.getByRole('button', { name: 'Older lines' }).count()).toBe(0);
    await page.evaluate(() => window.location.assign('#/settings/company'));
    await page.getByRole('heading', { name: 'Company' }).waitFor();
    await page.evaluate(() => window.location.assign('#/settings/diagnosis'));
    await expect.poll(async () => (await requests()).length).toBeGreaterThan(3);
  });

  test('the detail of a line of the log stays with the line when newer lines arrive', async () => {
    const page = await open({ hash: '#/settings/diagnosis', fake: live });
    await page.evaluate(() => {
      const call = window.fake.call;
      const newer: object[] = [];
      window.fake.call = async (name, input) => {
        const answer = (await call(name, input)) as { ok: boolean; value: { lines: object[] } };
        if (name !== 'log.list') return answer;
        const detail = `{"n":${newer.length + 1}}`;
        newer.unshift({ at: '2026-11-20T09:29:59.000Z', level: 'error', message: 'defect', detail });
        return { ...answer, value: { ...answer.value, lines: [...newer, ...answer.value.lines] } };
      };
    });
    await page.getByLabel('Show').selectOption('error');
    await page.getByText('{"n":1}').waitFor({ state: 'attached' });
    await page.locator('li', { hasText: 'devices after a sale' }).locator('summary').click();
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('{"n":2}').waitFor({ state: 'attached' });
    expect(await page.locator('details[open]').allTextContents()).toEqual([
      expect.stringContaining('devices after a sale'),
    ]);
  });

  test('training’s first start can be tried again', async () => {
    const page = await open({ fake: { onboarding: true } });
    await page.evaluate(() =>
      window.fake.onboard([
        { step: 'key', state: 'done' },
        { step: 'compliance', state: 'failed' },
        { step: 'series', state: 'waiting' },
        { step: 'production', state: 'waiting' },
        { step: 'done', state: 'waiting' },
      ]),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await callsOf(page, 'credential.continue')).toHaveLength(1);
  });
});
