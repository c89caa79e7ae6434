import type { ProxyChoice } from '../../../shared/contract/terminal/network.ts';
import { proxyPassword } from '../../../shared/stored/vault/entries.ts';
import type { Policy } from '../platform/policy/read-policy.ts';
import type { SecretStore } from '../vault/secret-store.ts';

/** The password for the proxy, in the vault with the address of that proxy: no other one gets it. */
export function createProxyPasswords({
  secrets,
  passwordName,
  policy,
}: {
  readonly secrets: SecretStore;
  /** The name in the vault. */
  readonly passwordName: string;
  readonly policy: Pick<Policy, 'proxy'>;
}) {
  async function kept() {
    const text = await secrets.get(passwordName);
    const read = text === undefined ? undefined : proxyPassword.read(text);
    return read?.ok ? read.value : undefined;
  }

  return {
    /** Returns the password that was entered for this proxy; the proxy of the administrator's policy gets any. */
    async forProxy(proxy: ProxyChoice): Promise<string | undefined> {
      const found = await kept();
      return found?.proxy === proxy || policy.proxy !== undefined ? found?.password : undefined;
    },
    /** Keeps the password for this proxy. @param password undefined: the present one, which a person moves to it */
    async keep(proxy: ProxyChoice, password: string | undefined): Promise<void> {
      const text = password ?? (await kept())?.password;
      if (text !== undefined) await secrets.set(passwordName, proxyPassword.write({ proxy, password: text }));
    },
    remove: () => secrets.delete(passwordName),
    isKept: async () => (await kept().catch(() => undefined)) !== undefined,
  };
}
