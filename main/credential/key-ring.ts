import type { Environment } from '../../shared/status.ts';
import type { Clock } from '../clock.ts';
import type { Pair } from '../gateway/basic.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { CredentialEnd, StoredCredential } from '../ledger/credential-history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Certificate, readCertificate } from '../stamp/certificate.ts';
import { SigningKey } from '../stamp/key.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { keptSecret, pairSecret } from './pair-secret.ts';

/** What it takes to stamp and to send: a production credential with its key. Never leaves the main process. */
export interface Held {
  readonly credential: StoredCredential;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly pair: Pair;
}

/**
 * The production credentials that serve. One is in force: it stamps and sends. After a renewal the one before it is
 * kept until the new one has proved itself and all that was stamped under the old is settled.
 */
export interface KeyRing {
  /** Reads rows and vault anew. @throws FailureError `vault-unavailable`, `vault-locked` */
  load(): Promise<void>;
  inForce(): Held | undefined;
  /** The one before, while it is kept. */
  kept(): Held | undefined;
  /**
   * Which pair a document goes under: the one it was stamped under as long as that serves, then the one in force. The
   * invoice hash does not cover the stamp, so the document stays the same.
   * @param issuedAt of the document, milliseconds since 1970
   */
  senderOf(issuedAt: number): Held | undefined;
  /** Takes in what a call with a pair came to: it proves a new one, or has the old one serve again. */
  heard(held: Held, outcome: Pick<Outcome, 'kind'>): Promise<void>;
  /**
   * Destroys what serves no more: all that was replaced after a leak, and what was being destroyed when the power went.
   * For the process that leads the folder.
   */
  clearUp(): Promise<void>;
}

export interface KeyRingOptions {
  readonly environment: Environment;
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  /** Another credential is in force now. */
  readonly onChange: () => void;
  /** The one in force proved itself, or one that was kept is gone. */
  readonly onMoved: () => void;
}

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { environment, ledger, secrets, clock, onChange, onMoved } = options;
  const { credentials } = ledger;
  let inForce: Held | undefined;
  let kept: Held[] = [];
  /** Kept ones that the authority refuses: they send no more, and what they stamped goes under the one in force. */
  const refused = new Set<number>();
  /** One answer at a time may change what is in force. */
  let changing: Promise<void> = Promise.resolve();

  async function hold(credential: StoredCredential): Promise<Held> {
    return {
      credential,
      certificate: readCertificate(credential.certificate),
      // Before there were flows an environment had one key.
      key: SigningKey.fromSecret(await keptSecret(secrets, credential.keyName ?? `${environment}/key`)),
      pair: { csid: credential.csid, secret: await pairSecret(secrets, credential.vaultKey) },
    };
  }

  async function load(): Promise<void> {
    const current = credentials.current('production');
    const before = inForce?.credential.id;
    const held = current && (await hold(current));
    const serving = [];
    for (const credential of credentials.kept())
      if ((await endOf(credential)) === undefined) serving.push(await hold(credential));
    kept = serving;
    inForce = held;
    if (inForce?.credential.id !== before) onChange();
  }

  /** Why a replaced credential serves no more, whatever its row says yet; undefined while it does. */
  async function endOf({ csid, vaultKey, keyName }: StoredCredential): Promise<CredentialEnd | undefined> {
    const current = credentials.current('production');
    if (current?.csid === csid) return 'superseded'; // it is in force again, under another row
    if (current?.flowId !== undefined && ledger.flows.kindOf(current.flowId) === 'reissue') return 'revoked';
    const names = [vaultKey, keyName ?? `${environment}/key`];
    const values = await Promise.all(names.map((name) => secrets.get(name)));
    return values.includes(undefined) ? 'renewed' : undefined;
  }

  /** Secrets first: a row that says destroyed is true. */
  async function destroy(credential: StoredCredential, reason: CredentialEnd): Promise<void> {
    const { id, vaultKey, keyName = `${environment}/key`, certificate } = credential;
    const current = credentials.current('production');
    // A pair that is in force again has two rows and one place in the vault.
    if (current?.vaultKey !== vaultKey) await secrets.delete(vaultKey);
    if ((current?.keyName ?? `${environment}/key`) !== keyName) await secrets.delete(keyName);
    credentials.end(id, reason, clock.now());
    const { serial } = readCertificate(certificate);
    ledger.audit.write({
      at: clock.now(),
      actor: 'terminal',
      action: 'credential.destroyed',
      detail: { serial, reason },
    });
  }

  async function destroyKept(reason: CredentialEnd): Promise<void> {
    const old = kept;
    kept = [];
    for (const { credential } of old) await destroy(credential, reason);
  }

  async function clearUp(): Promise<void> {
    for (const credential of credentials.kept()) {
      const reason = await endOf(credential);
      if (reason === undefined) continue;
      kept = kept.filter((held) => held.credential.id !== credential.id);
      await destroy(credential, reason);
    }
  }

  /** The new pair was refused before it ever served: the old one is in force again, and the new one is gone. */
  async function goBack(refusedOne: Held, old: Held): Promise<void> {
    const { replacedAt: _, provedAt: __, id: ___, ...record } = old.credential;
    const at = clock.now();
    credentials.save({ ...record, issuedAt: at }, at);
    credentials.end(old.credential.id, 'superseded', at);
    const { serial } = old.certificate;
    ledger.audit.write({ at, actor: 'terminal', action: 'credential.restored', detail: { serial } });
    await destroy(refusedOne.credential, 'abandoned');
    await load();
  }

  async function takeIn(held: Held, kind: Outcome['kind']): Promise<void> {
    const [old] = kept;
    const isRefused = kind === 'credential-refused';
    if (held.credential.id !== inForce?.credential.id) {
      if (isRefused) refused.add(held.credential.id);
    } else if (inForce.credential.provedAt === undefined) {
      if (isRefused) {
        if (old !== undefined && !refused.has(old.credential.id)) await goBack(inForce, old);
        return;
      }
      credentials.prove(inForce.credential.id, clock.now());
      inForce = { ...inForce, credential: { ...inForce.credential, provedAt: clock.now() } };
      onMoved();
    }
    if (old === undefined || inForce?.credential.provedAt === undefined) return;
    if (!refused.has(old.credential.id) && credentials.waitsFromBefore(inForce.credential.issuedAt)) return;
    await destroyKept('renewed');
    onMoved();
  }

  return {
    load,
    inForce: () => inForce,
    kept: () => kept[0],
    senderOf(issuedAt) {
      const own = kept.find(
        ({ credential }) =>
          issuedAt >= credential.issuedAt &&
          issuedAt < (credential.replacedAt ?? 0) &&
          !refused.has(credential.id),
      );
      return own ?? inForce;
    },
    heard(held, outcome) {
      // Nearly every answer: nothing is to be proved or destroyed.
      if (outcome.kind === 'unknown' || (kept.length === 0 && inForce?.credential.provedAt !== undefined))
        return Promise.resolve();
      changing = changing.catch(() => undefined).then(() => takeIn(held, outcome.kind));
      return changing;
    },
    clearUp,
  };
}
