import type { Environment } from '../../shared/status.ts';
import type { Pair } from '../gateway/basic.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { CredentialEnd, StoredCredential } from '../ledger/credential-history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { type Certificate, readCertificate } from '../stamp/certificate.ts';
import { SigningKey } from '../stamp/key.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { keptSecret, pairSecret } from './pair-secret.ts';

/** What it takes to stamp and to send: a production credential with its key. Never leaves the main process. */
export interface ActiveCredential {
  readonly credential: StoredCredential;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly pair: Pair;
}

/**
 * The production credentials that serve. One is in force: it stamps and sends. After a renewal the one before it is
 * kept until the new one has proved itself and all that was stamped under the old is settled.
 *
 * A new one that is rejected before it ever served may only be unknown yet to the authority's servers: it is on trial.
 * The one before it is in force again while it is valid, and the new one is tried now and then, ever more seldom, until
 * it is let in or a person gives it up.
 */
export interface KeyRing {
  /** Reads rows and vault anew. @throws FailureError `vault-unavailable`, `vault-locked` */
  load(): Promise<void>;
  inForce(): ActiveCredential | undefined;
  /** The new one that is on trial. */
  onTrial(): { readonly held: ActiveCredential; readonly nextAt: number } | undefined;
  /** The one in force or kept that has this csid. */
  holderOf(csid: string): ActiveCredential | undefined;
  /** Whether the newest is still the newest row: another process may have renewed or re-issued. */
  isUpToDate(): boolean;
  /**
   * Which pair a document goes under: the one it was stamped under as long as that serves, then the one in force. The
   * invoice hash does not cover the stamp, so the document stays the same.
   * @param issuedAt of the document, milliseconds since 1970
   */
  senderOf(issuedAt: number): ActiveCredential | undefined;
  /** Takes in what a call with a pair came to: it proves a new one, or puts it on trial. */
  heard(held: ActiveCredential, outcome: Pick<Outcome, 'kind'>): Promise<void>;
  /**
   * Destroys what serves no more: all that was replaced after a leak, and what was being destroyed when the power went.
   * For the process that leads the folder.
   */
  clearUp(): Promise<void>;
  /** A person gives up the one on trial: it is destroyed. Does nothing where there is none. */
  giveUpTrial(): Promise<void>;
}

export interface KeyRingOptions {
  readonly environment: Environment;
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly profile: Pick<GatewayProfile, 'retry'>;
  /** Another credential is in force now. */
  readonly onChange: () => void;
  /** The one in force proved itself, or one that was kept is gone. */
  readonly onMoved: () => void;
}

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { environment, ledger, secrets, clock, onChange, onMoved } = options;
  const { credentials } = ledger;
  const { retry } = options.profile;
  /** Of the newest row. */
  let newest: ActiveCredential | undefined;
  let kept: ActiveCredential[] = [];
  /** When the authority refused kept ones, by their ids: what they stamped goes under the one in force. */
  const refused = new Map<number, number>();
  /** One answer at a time may change what is in force. */
  let changing: Promise<void> = Promise.resolve();

  /** A refused one gets another chance, lest a bad hour of the authority's takes both from the shop. */
  function isRefused({ credential }: ActiveCredential): boolean {
    const at = refused.get(credential.id);
    return at !== undefined && clock.now() < at + retry.refused;
  }

  function isOnTrial({ credential }: ActiveCredential): boolean {
    return credential.provedAt === undefined && credential.rejections > 0;
  }

  /** What serves while the newest is on trial. */
  function before(): ActiveCredential | undefined {
    return kept.find((held) => !isRefused(held) && held.certificate.validTo > clock.now());
  }

  function inForce(): ActiveCredential | undefined {
    return newest !== undefined && isOnTrial(newest) ? (before() ?? newest) : newest;
  }

  /** When the one on trial may be tried again, milliseconds since 1970. */
  function nextTrialAt({ credential: { rejections, rejectedAt = 0 } }: ActiveCredential): number {
    // A clock that was set back must not make it wait for years.
    if (clock.now() < rejectedAt) return clock.now();
    return rejectedAt + Math.min(retry.refused * 2 ** (rejections - 1), retry.longest);
  }

  async function hold(credential: StoredCredential): Promise<ActiveCredential> {
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
    const idBefore = inForce()?.credential.id;
    const held = current && (await hold(current));
    const serving = [];
    for (const credential of credentials.kept())
      if ((await endOf(credential)) === undefined) serving.push(await hold(credential));
    kept = serving;
    newest = held;
    if (inForce()?.credential.id !== idBefore) onChange();
  }

  /** Why a replaced credential serves no more, whatever its row says yet; undefined while it does. */
  async function endOf(credential: StoredCredential): Promise<CredentialEnd | undefined> {
    const { csid, vaultKey, keyName } = credential;
    const current = credentials.current('production');
    if (current?.csid === csid) return 'superseded'; // it is in force again, under another row
    if (current?.flowId !== undefined && ledger.flows.kindOf(current.flowId) === 'reissue') return 'revoked';
    // It never served, and a person has had another one issued since.
    if (credential.provedAt === undefined && credential.rejections > 0) return 'abandoned';
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

  /** The one on trial is given up: the one before it is in force for good again. */
  async function goBack(rejected: ActiveCredential, old: ActiveCredential): Promise<void> {
    const at = clock.now();
    const { stage, csid, requestId, certificate, vaultKey, keyName, flowId, state } = old.credential;
    credentials.save(
      { stage, csid, requestId, certificate, vaultKey, keyName, flowId, state, issuedAt: at },
      at,
    );
    credentials.end(old.credential.id, 'superseded', at);
    const { serial } = old.certificate;
    ledger.audit.write({ at, actor: 'terminal', action: 'credential.restored', detail: { serial } });
    await destroy(rejected.credential, 'abandoned');
    await load();
  }

  /** The newest was rejected and has not served yet. Calls that went together are one trial. */
  function noteTrial(held: ActiveCredential): void {
    if (kept.length === 0 || (isOnTrial(held) && clock.now() < nextTrialAt(held))) return;
    const at = clock.now();
    credentials.reject(held.credential.id, at);
    const rejections = held.credential.rejections + 1;
    newest = { ...held, credential: { ...held.credential, rejections, rejectedAt: at } };
    const { serial } = held.certificate;
    ledger.audit.write({
      at,
      actor: 'terminal',
      action: 'credential.rejected',
      detail: { serial, rejections },
    });
    onMoved();
  }

  function prove(held: ActiveCredential): void {
    const provedAt = clock.now();
    credentials.prove(held.credential.id, provedAt);
    newest = { ...held, credential: { ...held.credential, provedAt } };
    onMoved();
  }

  async function takeIn(held: ActiveCredential, kind: Outcome['kind']): Promise<void> {
    const idBefore = inForce()?.credential.id;
    const isNo = kind === 'credential-refused';
    if (held.credential.id !== newest?.credential.id) {
      if (isNo) refused.set(held.credential.id, clock.now());
      else refused.delete(held.credential.id);
    } else if (newest.credential.provedAt === undefined) {
      if (isNo) noteTrial(newest);
      else prove(newest);
    }
    await destroyReplaced();
    if (inForce()?.credential.id !== idBefore) onChange();
  }

  /** What the newest took the place of goes when that has proved itself, and nothing waits for the old one. */
  async function destroyReplaced(): Promise<void> {
    const [old] = kept;
    if (old === undefined || newest?.credential.provedAt === undefined) return;
    if (!isRefused(old) && credentials.waitsFromBefore(servedUntil(old))) return;
    await destroyKept('renewed');
    onMoved();
  }

  /** Until when documents were stamped under a kept one, milliseconds since 1970. */
  function servedUntil({ credential }: ActiveCredential): number {
    const isLast = credential.id === kept[0]?.credential.id;
    // While its successor was on trial it went on stamping.
    if (isLast && newest !== undefined && newest.credential.rejections > 0)
      return newest.credential.provedAt ?? Number.POSITIVE_INFINITY;
    return credential.replacedAt ?? 0;
  }

  return {
    load,
    inForce,
    onTrial() {
      if (newest === undefined || !isOnTrial(newest) || kept.length === 0) return undefined;
      return { held: newest, nextAt: nextTrialAt(newest) };
    },
    holderOf: (csid) => [newest, ...kept].find((held) => held?.pair.csid === csid),
    isUpToDate() {
      // How its trial goes each process finds out by itself; stamps of both are good.
      return credentials.current('production')?.id === newest?.credential.id;
    },
    senderOf(issuedAt) {
      const isDue = newest !== undefined && isOnTrial(newest) && clock.now() >= nextTrialAt(newest);
      if (isDue) return newest;
      const own = kept.find(
        (held) => issuedAt >= held.credential.issuedAt && issuedAt < servedUntil(held) && !isRefused(held),
      );
      return own ?? inForce();
    },
    heard(held, outcome) {
      // Nearly every answer: nothing is to be proved or destroyed.
      if (outcome.kind === 'unknown' || (kept.length === 0 && newest?.credential.provedAt !== undefined))
        return Promise.resolve();
      changing = changing.catch(() => undefined).then(() => takeIn(held, outcome.kind));
      return changing;
    },
    clearUp,
    giveUpTrial() {
      changing = changing
        .catch(() => undefined)
        .then(async () => {
          const [old] = kept;
          if (newest !== undefined && isOnTrial(newest) && old !== undefined) await goBack(newest, old);
        });
      return changing;
    },
  };
}
