import type { Clock } from '../../base/platform/clock.ts';
import type { StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import type { Certificate } from '../../document/stamp/certificates/certificate.ts';
import type { SigningKey } from '../../document/stamp/key.ts';
import type { Pair } from '../../gateway/basic.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';

/** A production credential with its key: everything needed to stamp and send. Never leaves the main process. */
export interface ActiveCredential {
  readonly credential: StoredCredential;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly pair: Pair;
}

/** The credentials in memory, and the rules that choose between them. This class reads and writes no rows. */
export class ServingCredentials {
  newest: ActiveCredential | undefined;
  /** The replaced credentials that are still needed, newest first. */
  replaced: readonly ActiveCredential[] = [];
  /**
   * The times at which the authority refused replaced credentials, by their id. Documents stamped with a refused one
   * are sent with the credential in force.
   */
  readonly #refusedAt = new Map<number, number>();
  readonly #clock: Clock;
  readonly #retry: Pick<GatewayProfile['retry'], 'refused' | 'longest'>;

  constructor(clock: Clock, retry: Pick<GatewayProfile['retry'], 'refused' | 'longest'>) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** Returns the newest credential, or the previous one while the newest is on trial. */
  inForce(): ActiveCredential | undefined {
    const { newest } = this;
    return newest !== undefined && isOnTrial(newest) ? (this.#predecessor() ?? newest) : newest;
  }

  /** Returns the newest credential while it is on trial and another can be used instead, and the time of its next trial. */
  onTrial(): { readonly active: ActiveCredential; readonly nextAt: number } | undefined {
    const { newest } = this;
    if (newest === undefined || !isOnTrial(newest) || this.replaced.length === 0) return undefined;
    return { active: newest, nextAt: this.nextTrialAt(newest) };
  }

  byCsid(csid: string): ActiveCredential | undefined {
    return [this.newest, ...this.replaced].find((active) => active?.pair.csid === csid);
  }

  /**
   * Returns the pair with which a document is sent: the pair that stamped it if that can be used, else the pair in
   * force. The invoice hash does not cover the stamp, so the document stays the same.
   * @param issuedAt of the document, in milliseconds since 1970
   */
  forDocument(issuedAt: number): ActiveCredential | undefined {
    const { newest } = this;
    if (newest !== undefined && isOnTrial(newest) && this.#clock.now() >= this.nextTrialAt(newest))
      return newest;
    const replacedOne = this.replaced.find(
      (active) =>
        issuedAt >= active.credential.issuedAt &&
        issuedAt < this.servedUntil(active) &&
        !this.isRefused(active),
    );
    return replacedOne ?? this.inForce();
  }

  /** Returns the time at which the credential on trial may be tried again, in milliseconds since 1970. */
  nextTrialAt({ credential: { rejections, rejectedAt = 0 } }: ActiveCredential): number {
    const now = this.#clock.now();
    // A clock that was set back must not make it wait for years.
    if (now < rejectedAt) return now;
    return rejectedAt + Math.min(this.#retry.refused * 2 ** (rejections - 1), this.#retry.longest);
  }

  /** Returns the time until which documents were stamped with a replaced credential, in milliseconds since 1970. */
  servedUntil({ credential }: ActiveCredential): number {
    const { newest } = this;
    const isLast = credential.id === this.replaced[0]?.credential.id;
    // The old pair continued stamping while its successor was on trial.
    if (isLast && newest !== undefined && newest.credential.rejections > 0)
      return newest.credential.provedAt ?? Number.POSITIVE_INFINITY;
    return credential.replacedAt ?? 0;
  }

  /**
   * A refused credential gets another chance: a temporary fault at the authority must not leave the shop without any.
   */
  isRefused({ credential }: ActiveCredential): boolean {
    const at = this.#refusedAt.get(credential.id);
    return at !== undefined && this.#clock.now() < at + this.#retry.refused;
  }

  noteReplaced({ credential }: ActiveCredential, isRefused: boolean): void {
    if (isRefused) this.#refusedAt.set(credential.id, this.#clock.now());
    else this.#refusedAt.delete(credential.id);
  }

  #predecessor(): ActiveCredential | undefined {
    return this.replaced.find(
      (active) => !this.isRefused(active) && active.certificate.validTo > this.#clock.now(),
    );
  }
}

/** Returns true for a credential that was rejected before it was ever accepted. */
export function isOnTrial({ credential }: ActiveCredential): boolean {
  return credential.provedAt === undefined && credential.rejections > 0;
}
