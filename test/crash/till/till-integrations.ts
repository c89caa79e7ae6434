import { existsSync, writeFileSync } from 'node:fs';
import type { Ask } from '../ask.ts';
import type { TillMessage, TillOrder } from './till-messages.ts';

/**
 * Opens the terminal to other programs: the API, the drop folder, and events in both directions. Parts that are already
 * open stay unchanged, so this can be interrupted anywhere and repeated.
 */
export async function openIntegrations(
  { port, receiver, officeSecret, dropFolder, clientFile }: Extract<TillOrder, { do: 'open-integrations' }>,
  ask: Ask,
): Promise<Extract<TillMessage, { is: 'integrations-open' }>> {
  const { endpoints } = await ask('webhook.endpoints', {});
  if (endpoints.length === 0) await ask('webhook.addEndpoint', { ...receiver, allowPrivate: true });

  const { hasSecret } = await ask('inbound.get', {});
  if (!hasSecret) await ask('inbound.addSecret', { secret: officeSecret });
  await ask('inbound.change', { enabled: true });

  await ask('integration.dropFolder.set', { enabled: true, folder: dropFolder });

  if (!existsSync(clientFile)) {
    const { client, secret } = await ask('integration.clients.create', {
      kind: 'service',
      name: 'shop system',
      scopes: ['invoices.write'],
    });
    writeFileSync(clientFile, JSON.stringify({ id: client.id, secret }));
  }
  const { certificate, failure } = await ask('integration.api.set', { enabled: true, port, network: true });
  return { is: 'integrations-open', certificate: certificate?.pem ?? '', failure };
}
