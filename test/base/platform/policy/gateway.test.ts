import path from 'node:path';
import { expect, test } from 'vitest';
import { createDailyBackups } from '../../../../main/app/environment/backups/backups.ts';
import { addressOf, takePolicyAddress } from '../../../../main/app/environment/gateway-settings.ts';
import { systemClock } from '../../../../main/base/platform/clock.ts';
import { fixedSetting, underPolicy } from '../../../../main/base/platform/policy/under-policy.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { authorityProfile } from '../../../../main/gateway/profile.ts';
import { documentReaders } from '../../../../main/till/issue/document-readers.ts';
import { backupFolderSetting } from '../../../../shared/stored/settings/environment.ts';
import { newFolder } from '../../../support/khatm.ts';

/* Tests a policy's settings for an environment on a real ledger. */

const policy = (production: string) => ({
  file: '',
  state: 'in-force' as const,
  authorities: [],
  gateway: { production },
});
const ledgerIn = (folder: string) =>
  openLedger(path.join(folder, 'ledger.db'), { environment: 'production' });

test('the policy’s address is taken before there is a credential, and never after', () => {
  const ledger = ledgerIn(newFolder('gateway'));
  const take = (address: string) => takePolicyAddress(ledger, policy(address), 1);
  expect(takePolicyAddress(ledger, { file: '', state: 'none', authorities: [] }, 1)).toBe(false);
  expect(addressOf(ledger, undefined)).toBe(authorityProfile.addresses.production);
  expect(take('https://one.example/core')).toBe(true);
  expect(addressOf(ledger, undefined)).toBe('https://one.example/core');
  take('https://two.example/core');
  expect(addressOf(ledger, undefined)).toBe('https://two.example/core');
  expect(ledger.audit.head()).toBeDefined();

  const { id: flowId } = ledger.flows.begin('onboarding', 1);
  ledger.credentials.save(
    {
      stage: 'compliance',
      csid: 'csid',
      requestId: '1',
      certificate: '',
      vaultKey: 'secret',
      keyName: 'key',
      flowId,
      state: 'issued',
      issuedAt: 1,
    },
    1,
  );
  expect(take('https://three.example/core')).toBe(true);
  expect(addressOf(ledger, undefined)).toBe('https://two.example/core');
  ledger.close();
});

test('the policy’s folder for backups is the one, and no other can be set', () => {
  const ledger = ledgerIn(newFolder('backup'));
  const backups = createDailyBackups({
    ledger,
    settings: underPolicy(
      ledger.settings,
      fixedSetting(backupFolderSetting, '/mnt/nas', () => '/mnt/nas'),
    ),
    vatNumber: () => undefined,
    readers: documentReaders,
    folder: newFolder('books'),
    clock: systemClock,
    failureOf: () => ({ code: 'internal' }),
    onChange: () => undefined,
  });
  expect(backups.view()).toMatchObject({ folder: '/mnt/nas' });
  expect(() => backups.setFolder('/home/till')).toThrow('set-by-policy');
  expect(() => backups.setFolder(undefined)).toThrow('set-by-policy');
  ledger.close();
});
