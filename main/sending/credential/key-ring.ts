import type { Clock } from '../../base/platform/clock.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';
import { createCredentialSecrets } from './credential-secrets.ts';
import { createCredentialReader } from './read-credentials.ts';
import { type ActiveCredential, isOnTrial, ServingCredentials } from './serving-credentials.ts';
import { createTrial } from './trial.ts';

/**
 * The production credentials in use. One is in force: it stamps and sends. After a renewal the old one is kept until
 * the new one has been accepted and all documents stamped with the old one are settled.
 *
 * If a new credential is rejected before it was ever accepted, the authority's servers may not know it yet: it is then
 * on trial. The old credential is in force again while it is valid. The new one is tried at growing intervals, until it
 * is accepted or a person abandons it.
 */
export type KeyRing = ReturnType<typeof createKeyRing>;

export interface KeyRingOptions {
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly profile: Pick<GatewayProfile, 'retry'>;
  /** Called when another credential is in force. */
  readonly onChange: () => void;
  /** Called when the credential in force was accepted for the first time, or a replaced one was destroyed. */
  readonly onMoved: () => void;
}

export function createKeyRing(options: KeyRingOptions) {
  const { ledger, clock, onChange, onMoved } = options;
  const { credentials } = ledger;
  const secrets = createCredentialSecrets(ledger, options.secrets, clock);
  const serving = new ServingCredentials(clock, options.profile.retry);
  const reader = createCredentialReader({ ledger, secrets, serving, onChange });
  const { load, isUpToDate } = reader;
  const trial = createTrial(ledger, serving, clock, onMoved);
  /** Applies one answer at a time: each may change which credential is in force. */
  const changes = createSerialQueue();

  /** Destroys the replaced credentials once the newest has been accepted and no document waits for an old one. */
  async function destroyUnneeded(): Promise<void> {
    const { replaced } = serving;
    const [old] = replaced;
    if (old === undefined || serving.newest?.credential.provedAt === undefined) return;
    if (!serving.isRefused(old) && credentials.waitsFromBefore(serving.servedUntil(old))) return;
    serving.replaced = [];
    for (const { credential } of replaced) await secrets.destroy(credential, 'renewed');
    onMoved();
  }

  async function applyOutcome(active: ActiveCredential, kind: Outcome['kind']): Promise<void> {
    const idBefore = serving.inForce()?.credential.id;
    const isRefused = kind === 'credential-refused';
    if (active.credential.id !== serving.newest?.credential.id) serving.noteReplaced(active, isRefused);
    else reader.change(() => trial.note(isRefused));
    await destroyUnneeded();
    if (!isUpToDate()) await load();
    if (serving.inForce()?.credential.id !== idBefore) onChange();
  }

  return {
    /** Reads the rows and the vault again. @throws FailureError `vault-unavailable`, `vault-locked` */
    load,
    inForce: () => serving.inForce(),
    onTrial: () => serving.onTrial(),
    byCsid: (csid: string) => serving.byCsid(csid),
    /** Returns false while another process has changed rows that were not read here yet. */
    isUpToDate,
    /**
     * Reads the credentials again if another process has renewed, re-issued, proved or destroyed one.
     * @throws FailureError `vault-unavailable`, `vault-locked`
     */
    upToDate: (): Promise<void> =>
      isUpToDate() ? Promise.resolve() : changes.run(() => (isUpToDate() ? Promise.resolve() : load())),
    forDocument: (issuedAt: number) => serving.forDocument(issuedAt),
    /** Notes the outcome of a call with a pair: it proves a new one, or puts it on trial. */
    noteOutcome(active: ActiveCredential, { kind }: Pick<Outcome, 'kind'>): Promise<void> {
      // After most answers nothing is left to prove or to destroy.
      const isSettled = serving.replaced.length === 0 && serving.newest?.credential.provedAt !== undefined;
      if (kind === 'unknown' || isSettled) return Promise.resolve();
      return changes.run(() => applyOutcome(active, kind));
    },
    /**
     * Destroys all pairs that can no longer be used: those replaced after a leak, and those that were being destroyed
     * when the power failed. Only the process that leads the folder calls it.
     */
    async destroyEnded() {
      for (const credential of credentials.kept()) {
        const reason = await secrets.endOf(credential);
        if (reason === undefined) continue;
        serving.replaced = serving.replaced.filter((active) => active.credential.id !== credential.id);
        await secrets.destroy(credential, reason);
      }
      if (!isUpToDate()) await load();
    },
    abandonTrial: (): Promise<void> =>
      changes.run(async () => {
        const { newest, replaced } = serving;
        const [old] = replaced;
        if (newest === undefined || !isOnTrial(newest) || old === undefined) return;
        trial.restore(old);
        await secrets.destroy(newest.credential, 'abandoned');
        await load();
      }),
  };
}
