import { describe, expect, test } from 'vitest';
import { createGateway } from '../../../main/gateway/client.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { createGatewayWay, keptWay, statedWay } from '../../../main/sending/credential/gateway-way.ts';
import {
  gatewayAddress,
  networkSetting,
  type StoredNetwork,
} from '../../../shared/stored/settings/environment.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { memorySettings } from '../../support/memory-settings.ts';

/* Tests that a pair goes nowhere but over the way that the vault keeps, whatever the ledger's file says. */

const usualAddress = 'https://authority.example/core';
const stranger = 'https://stranger.example/core';
const pair = { csid: 'csid', secret: 'the secret of the pair' };
const document = { hash: 'hash', uuid: 'uuid', xml: Buffer.from('<Invoice/>') };

function open() {
  const settings = memorySettings();
  const secrets = memorySecrets();
  const lines: { action: string; detail?: unknown }[] = [];
  const audit = { write: (line: { action: string; detail?: unknown }) => void lines.push(line) };
  const opened = () =>
    createGatewayWay({
      ledger: { environment: 'production', settings, audit: audit as never },
      secrets,
      clock: { now: () => 1 },
      usualAddress,
    });
  return { settings, secrets, lines, opened };
}

/** Opens an environment whose first pair was issued over the usual way. */
async function onboarded() {
  const parts = open();
  await parts.opened().forRequest();
  await parts.secrets.set('production/production/1a2b3c4d-1', 'a pair');
  return parts;
}

describe('the way of a pair', () => {
  test('is that of the settings at the first request, and is kept before it is sent', async () => {
    const { settings, secrets, opened } = open();
    settings.write(gatewayAddress, 'https://first.example');
    expect(await opened().current()).toBeUndefined();
    expect(await opened().forRequest()).toMatchObject({ address: 'https://first.example', proxy: 'system' });
    expect(await keptWay(secrets, 'production')).toMatchObject({ address: 'https://first.example' });
    // Nothing was issued yet, so a manager may still choose another address.
    settings.write(gatewayAddress, null);
    expect(await opened().forRequest()).toMatchObject({ address: usualAddress });
  });

  test.each([
    ['address', { address: stranger }],
    ['proxy', { network: { proxy: 'http://stranger.example:8080' as const, authorities: [] } }],
    ['name at the proxy', { network: { proxy: 'system' as const, user: 'stranger', authorities: [] } }],
    [
      'authority',
      {
        network: {
          proxy: 'system' as const,
          authorities: [{ pem: 'the stranger’s', uses: ['gateway' as const] }],
        },
      },
    ],
  ])('is not led elsewhere by another %s in the file', async (_, { address, network }: Edit) => {
    const { settings, opened, lines } = await onboarded();
    const running = opened();
    const before = await running.current();
    if (address !== undefined) settings.write(gatewayAddress, address);
    if (network !== undefined) settings.write(networkSetting, network);
    expect(await running.current()).toEqual(before);
    expect(await opened().current()).toEqual(before);
    expect(await opened().forRequest()).toEqual(before);
    // The next start puts the settings right, and the audit log has it.
    await opened().restore();
    expect(statedWay(settings, usualAddress)).toEqual(before);
    expect(lines).toMatchObject([{ action: 'network.restored' }]);
    await opened().restore();
    expect(lines).toHaveLength(1);
  });

  test('is changed by a person, also for another program that is running', async () => {
    const { settings, secrets, opened } = await onboarded();
    const running = opened();
    await running.current();
    const authorities = [{ pem: 'our own', uses: ['gateway' as const, 'remote' as const] }];
    await opened().change(() => settings.write(networkSetting, { proxy: 'none', authorities }));
    expect(await keptWay(secrets, 'production')).toMatchObject({ proxy: 'none', authorities: ['our own'] });
    expect(await running.current()).toMatchObject({ proxy: 'none', authorities: ['our own'] });
  });

  test('does not take in what was changed in the file, when a person changes something else', async () => {
    const { settings, secrets, opened } = await onboarded();
    settings.write(gatewayAddress, stranger);
    settings.write(networkSetting, {
      proxy: 'system',
      authorities: [{ pem: 'the stranger’s', uses: ['gateway', 'office'] }],
    });
    await opened().change(() =>
      settings.write(networkSetting, { ...settings.read(networkSetting), proxy: 'none' }),
    );
    expect(await keptWay(secrets, 'production')).toEqual({
      address: usualAddress,
      proxy: 'none',
      authorities: [],
    });
    // An authority for other connections is not the pair's affair.
    expect(settings.read(networkSetting).authorities).toEqual([{ pem: 'the stranger’s', uses: ['office'] }]);
  });
});

test('a pair without a way is sent nowhere', async () => {
  const calls: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    calls.push(String(input));
    return new Response('{}');
  };
  const { opened } = open();
  const way = opened();
  const gateway = createGateway({
    profile: authorityProfile,
    baseUrl: stranger,
    fetch,
    destinationFor: async () => {
      const { address } = (await way.current()) ?? { address: undefined };
      if (address === undefined) throw new Error('no way');
      return { baseUrl: address, fetch };
    },
  });
  expect(await gateway.report(pair, document)).toMatchObject({ kind: 'unknown', why: 'no-answer' });
  expect(calls).toEqual([]);
  await way.forRequest();
  await gateway.report(pair, document);
  expect(calls).toEqual([`${usualAddress}/invoices/reporting/single`]);
});

interface Edit {
  readonly address?: string;
  readonly network?: StoredNetwork;
}
