import type { NetworkView, ProxyChoice } from '../../../../shared/contract/terminal/network.ts';
import type { Environment } from '../../../../shared/status.ts';
import { readInput } from '../files.ts';
import { ask, onData } from '../on-terminal.ts';
import { secretFromOutside } from '../secrets-from-outside.ts';

/** `khatm network`: changes the given network settings of an environment, then prints all of them. */
export async function network(options: {
  data: string;
  env?: Environment;
  proxy?: string;
  user?: string;
  trust?: string;
  json?: boolean;
}): Promise<void> {
  const { proxy, user, trust } = options;
  const pem = trust === undefined ? undefined : (await readInput(trust)).toString('utf8');
  const password =
    user === undefined ? undefined : await secretFromOutside('KHATM_PROXY_PASSWORD', `Password of ${user}`);
  await onData({ data: options.data, env: options.env }, async (terminal) => {
    // The terminal may not be ready because of the settings that are about to be changed.
    await terminal.ready().catch(() => undefined);
    if (proxy !== undefined)
      await ask(terminal, 'network.setProxy', { proxy: proxy as ProxyChoice, user, password });
    if (pem !== undefined) await ask(terminal, 'network.addAuthority', { pem });
    const view = await ask(terminal, 'network.get', {});
    if (options.json === true) console.log(JSON.stringify(view));
    else for (const line of linesOf(view)) console.log(line);
  });
}

function linesOf({ proxy, proxyUser, proxyFromPolicy, authorities, policy }: NetworkView): string[] {
  const by = proxyFromPolicy ? ' (by the policy)' : '';
  return [
    `proxy: ${proxy}${proxyUser === undefined ? '' : ` as ${proxyUser}`}${by}`,
    ...authorities.map(
      ({ subject, validTo, uses }) => `trusts: ${subject}, until ${validTo}, for ${uses.join(', ')}`,
    ),
    `policy: ${policy.file}: ${policy.state}`,
  ];
}
