import { randomBytes, randomUUID } from 'node:crypto';
import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { InboundStatus } from '../../../shared/contract/programs/remote.ts';
import { signingSecretSchema } from '../../../shared/contract/programs/webhooks.ts';
import { fail, parseOrFail, refuseInput } from '../../../shared/failure.ts';
import { type InboundSettings, inboundSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Changes } from '../../books/ledger/database/changes.ts';

export interface InboundSettingsOptions {
  readonly settings: Settings;
  readonly changes: Pick<Changes, 'kept'>;
  readonly secrets: SecretStore;
  /** The prefix of the names of secrets in the vault, for instance `production`. */
  readonly vaultPrefix: string;
}

export function createInboundSettings({ settings, changes, secrets, vaultPrefix }: InboundSettingsOptions) {
  const read = () => settings.read(inboundSetting);
  const write = (stored: InboundSettings): InboundStatus => {
    settings.write(inboundSetting, stored);
    return statusOf(stored);
  };
  /** The secrets are kept, because every event needs them and a keychain is slow. Each has a name of its own. */
  const accepted = changes.kept(
    'the signing secrets of inbound events',
    () => namesOf(read()).join(' '),
    () => ({ secrets: undefined as Promise<readonly string[]> | undefined }),
  );

  async function readAccepted(): Promise<readonly string[] | undefined> {
    const values = await Promise.all(namesOf(read()).map((name) => secrets.get(name)));
    return values.every((value) => value !== undefined) ? values : undefined;
  }

  /** A rotation may end while the vault is read; then the settings name the present secrets, so they are read again. */
  async function findAccepted(): Promise<readonly string[]> {
    return (await readAccepted()) ?? (await readAccepted()) ?? fail('vault-unavailable');
  }

  return {
    get: (): InboundStatus => statusOf(read()),
    /** Fails with `bad-input` if it would be turned on without a secret. */
    change({ enabled, windowSeconds }: CommandParsed<'inbound.change'>): InboundStatus {
      const stored = read();
      if (enabled === true && stored.secret === undefined)
        refuseInput(['enabled'], 'secret-missing', 'it needs a signing secret first');
      return write({
        ...stored,
        enabled: enabled ?? stored.enabled,
        windowSeconds: windowSeconds ?? stored.windowSeconds,
      });
    },
    /**
     * Sets the first secret, or a second one until `finishRotation`; an earlier second secret, which may have been lost,
     * is deleted. If no secret is given, one is generated, and returned only this once.
     */
    async addSecret(given?: string): Promise<{ status: InboundStatus; secret?: string }> {
      const value = parseOrFail(signingSecretSchema, given ?? randomBytes(32).toString('base64url'));
      const name = `${vaultPrefix}/inbound/${randomUUID()}`;
      await secrets.set(name, value);
      const stored = read(); // The settings are read again, since they may have changed during the wait.
      const status = write(
        stored.secret === undefined ? { ...stored, secret: name } : { ...stored, nextSecret: name },
      );
      if (stored.nextSecret !== undefined) await secrets.delete(stored.nextSecret);
      return { status, ...(given === undefined && { secret: value }) };
    },
    /** Ends the rotation: the sender uses the new secret, so the old one is no longer accepted. */
    async finishRotation(): Promise<InboundStatus> {
      const { secret, nextSecret, ...rest } = read();
      if (secret === undefined || nextSecret === undefined)
        return refuseInput(['secret'], 'not-rotating', 'there is no second secret');
      const status = write({ ...rest, secret: nextSecret });
      await secrets.delete(secret);
      return status;
    },
    acceptedSecrets(): Promise<readonly string[]> {
      const kept = accepted();
      // A failure is not kept: the vault may open later.
      kept.secrets ??= findAccepted().catch((error) => {
        kept.secrets = undefined;
        throw error;
      });
      return kept.secrets;
    },
  };
}

const namesOf = ({ secret, nextSecret }: InboundSettings): string[] =>
  [secret, nextSecret].filter((name) => name !== undefined);

function statusOf({ enabled, windowSeconds, secret, nextSecret }: InboundSettings): InboundStatus {
  return { enabled, windowSeconds, hasSecret: secret !== undefined, rotating: nextSecret !== undefined };
}
