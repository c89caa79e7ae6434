import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { freePort } from './free-port.ts';

type Ask = <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>;

/**
 * Opens a terminal's API, and registers a program that may read and issue.
 * @param ask a function that sends the terminal a command as a manager at its screen
 */
export async function letProgramIn(ask: Ask): Promise<{ base: string; token: string }> {
  const api = { enabled: true, port: await freePort(), network: false };
  const { addresses } = await ask('integration.api.set', api);
  const [base = ''] = addresses;
  const made = await ask('integration.clients.create', {
    kind: 'service',
    name: 'Web shop',
    scopes: ['invoices.read', 'invoices.write'],
  });
  const form = {
    grant_type: 'client_credentials',
    client_id: made.client.id,
    client_secret: made.secret ?? '',
  };
  const granted = await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  return { base, token };
}
