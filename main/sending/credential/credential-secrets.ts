import type { Clock } from '../../base/platform/clock.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { CredentialEnd, StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { SigningKey } from '../../document/stamp/key.ts';
import { keptSecret, pairSecret } from './pair-secret.ts';
import type { ActiveCredential } from './serving-credentials.ts';

/** Returns false if the key or the pair of the production credential is missing in the vault; true without a credential. */
export async function isKeyKept(
  { current }: Pick<Ledger['credentials'], 'current'>,
  secrets: Pick<SecretStore, 'get'>,
): Promise<boolean> {
  const credential = current('production');
  if (credential === undefined) return true;
  const values = await Promise.all(
    [credential.vaultKey, credential.keyName].map((name) => secrets.get(name)),
  );
  return !values.includes(undefined);
}

/** The rows of production credentials together with their secrets in the vault. */
export function createCredentialSecrets(
  { credentials, flows, audit }: Pick<Ledger, 'credentials' | 'flows' | 'audit'>,
  secrets: SecretStore,
  clock: Clock,
) {
  return {
    /** Reads the key and the secret of a credential. @throws FailureError `vault-unavailable`, `vault-locked` */
    async read(credential: StoredCredential): Promise<ActiveCredential> {
      return {
        credential,
        certificate: readCertificate(credential.certificate),
        key: SigningKey.fromSecret(await keptSecret(secrets, credential.keyName)),
        pair: { csid: credential.csid, secret: await pairSecret(secrets, credential.vaultKey) },
      };
    },
    /** Returns why a replaced credential can no longer be used, even if its row does not record the reason yet. */
    async endOf(credential: StoredCredential): Promise<CredentialEnd | undefined> {
      const { csid, vaultKey, keyName } = credential;
      const current = credentials.current('production');
      if (current?.csid === csid) return 'superseded'; // The pair is in force again and has another row.
      if (current !== undefined && flows.kindOf(current.flowId) === 'reissue') return 'revoked';
      // The pair was never accepted, and another one has been issued since.
      if (credential.provedAt === undefined && credential.rejections > 0) return 'abandoned';
      const values = await Promise.all([vaultKey, keyName].map((name) => secrets.get(name)));
      return values.includes(undefined) ? 'renewed' : undefined;
    },
    /** Deletes the secrets first, so that a row that says "destroyed" is always true. */
    async destroy({ id, vaultKey, keyName, certificate }: StoredCredential, reason: CredentialEnd) {
      const current = credentials.current('production');
      // A pair that is in force again has two rows and one place in the vault.
      if (current?.vaultKey !== vaultKey) await secrets.delete(vaultKey);
      if (current?.keyName !== keyName) await secrets.delete(keyName);
      credentials.end(id, reason, clock.now());
      const { serial } = readCertificate(certificate);
      audit.write({
        at: clock.now(),
        actor: 'terminal',
        action: 'credential.destroyed',
        detail: { serial, reason },
      });
    },
  };
}
