import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openKeychain } from '../../../main/base/vault/keychain.ts';

/* Tests Windows' own keychain, the Credential Manager. keychain.stress.test.ts tests that of Linux. */

test.runIf(process.platform === 'win32')(
  'Windows’ keychain keeps secrets of any length, apart for each folder, and forgets what is deleted',
  async () => {
    const keychain = openKeychain({ folderId: randomUUID() });
    const other = openKeychain({ folderId: randomUUID() });
    expect(await keychain.state()).toBe('usable');
    expect(await keychain.isMarked()).toBe(false);
    await keychain.mark();
    expect(await keychain.isMarked()).toBe(true);

    const long = '🔑 ختم '.repeat(700);
    await keychain.set('production/pair', long);
    await keychain.set('production/pin', 'short');
    expect(await keychain.get('production/pair')).toBe(long);
    expect(await keychain.names('production/')).toEqual(['production/pair', 'production/pin']);
    expect(await other.names('')).toEqual([]);
    expect(await other.get('production/pin')).toBeUndefined();

    await keychain.set('production/pair', 'replaced');
    expect(await keychain.get('production/pair')).toBe('replaced');
    for (const name of ['production/pair', 'production/pin']) await keychain.delete(name);
    expect(await keychain.names('')).toEqual([]);
    expect(await keychain.get('production/pair')).toBeUndefined();
  },
);
