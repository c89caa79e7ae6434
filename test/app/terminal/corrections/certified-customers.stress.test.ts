import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import { type Sandbox, startSandbox } from '../../../../main/sandbox/start-sandbox.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { khatmWith, newFolder } from '../../../support/khatm.ts';
import { makeCheapVault } from '../../../support/passphrase-vault.ts';
import { manager } from '../../../support/run/callers.ts';

/*
 * Tests a terminal whose certificate allows one kind of customer. The authority refuses documents for the other kind.
 */

const lines = [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }];
const sales: Readonly<Record<'consumer' | 'business', SaleInput>> = {
  consumer: { lines },
  business: {
    customer: 'business',
    lines,
    buyer: {
      name: 'شركة المشتري',
      vatNumber: '399999999800003',
      address: { street: 'A', building: '1111', district: 'B', city: 'C', postalCode: '12222' },
    },
  },
};
const note = { kind: 'creditNote', corrects: [{ number: 'OLD-1' }], reason: 'إرجاع | Return' } as const;

let authority: Sandbox;
let terminal: Terminal;
let folder: string;
const passphrase = 'the shop at the corner';
beforeEach(async () => {
  authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
});
afterEach(async () => {
  await terminal.close();
  await authority.close();
});

async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

async function issuesOf(
  name: 'sale.issue' | 'sale.price' | 'sale.correct' | 'sale.priceCorrection',
  sale: SaleInput,
) {
  const isCorrection = name === 'sale.correct' || name === 'sale.priceCorrection';
  const input = isCorrection ? { rejected: crypto.randomUUID(), sale } : sale;
  const result = await terminal.call(name, input, manager);
  return result.ok ? [] : result.failure.issues?.map(({ path, code }) => [path.join('.'), code]);
}

async function onboard(documentTypes: '1000' | '0100'): Promise<void> {
  folder = newFolder('certified');
  terminal = await openTerminal({
    folder: path.join(folder, 'data'),
    version: '0',
    passphrase,
  });
  await terminal.ready();
  await ask('people.save', { name: 'Mona', role: 'manager', pin: '739152' });
  await makeCheapVault(path.join(folder, 'data'), passphrase);
  await ask('environment.show', { environment: 'simulation' });
  await ask('environment.setAddress', { environment: 'simulation', address: authority.address });
  const { certificate } = trainingCompany;
  await ask('company.save', { ...trainingCompany, certificate: { ...certificate, documentTypes } });
  await ask('credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
}

describe.each([
  ['1000', 'business', 'consumer'],
  ['0100', 'consumer', 'business'],
] as const)('a certificate of document types %s', (documentTypes, allowed, other) => {
  test(`sells to a ${allowed} and to nobody else, and says so before anything is issued`, async () => {
    await onboard(documentTypes);
    expect((await ask('terminal.status', {})).customers).toEqual([allowed]);
    const refused = [['customer', `${other}-not-certified`]];
    for (const name of ['sale.price', 'sale.issue', 'sale.priceCorrection', 'sale.correct'] as const)
      for (const more of [{}, note])
        expect(await issuesOf(name, { ...sales[other], ...more })).toEqual(refused);
    expect((await ask('terminal.status', {})).issued).toBe(0);

    const files = [allowed, other].map((customer) => {
      const file = path.join(folder, `${customer}.json`);
      writeFileSync(file, JSON.stringify(sales[customer]));
      return file;
    });
    const data = ['--data', path.join(folder, 'data'), '--env', 'simulation'];
    const byScript = await khatmWith({ KHATM_PASSPHRASE: passphrase }, 'issue', ...data, ...files);
    expect(byScript).toMatchObject({ code: 2, stdout: '' });
    expect(byScript.stderr).toContain(`${other}.json: customer ${other}: This terminal’s certificate allows`);
    expect((await ask('terminal.status', {})).issued).toBe(0);

    for (const more of [{}, note]) {
      expect(await issuesOf('sale.price', { ...sales[allowed], ...more })).toEqual([]);
      await ask('sale.issue', { ...sales[allowed], ...more });
    }
    await terminal.idle();
    const { rows } = await ask('invoice.list', { limit: 10 });
    expect(rows.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });
});
