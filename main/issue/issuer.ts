import type { Company } from '../../shared/company.ts';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import { refuseUncertified } from '../credential/certified-customers.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import { sellerOf } from '../credential/seller.ts';
import type { ActiveCredential } from '../credential/serving-credentials.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { saleDigest } from '../ledger/sale-digest.ts';
import type { Clock } from '../platform/clock.ts';
import type { Certificate } from '../stamp/certificate.ts';
import { warmUp } from '../stamp/key.ts';
import { createStamper, type Stamper } from '../stamp/stamp.ts';
import { type IssueOptions, issueSale, type SealedAhead, sealAhead } from './issue-sale.ts';
import type { PreparedSale } from './prepared-sale.ts';

/** Seals sales with the active credential. */
export interface Issuer {
  /** Uses this credential for stamps from now on. */
  use(held: ActiveCredential): void;
  /** @param replaces uuid of the rejected document that this one replaces @throws FailureError */
  seal(sale: Sale, replaces?: string): Issued;
  /** Seals a large sale of another program with as little work on this thread as possible. @throws FailureError */
  sealPrepared(sale: Sale, prepared: PreparedSale): Promise<Issued>;
}

type Issued = { entry: LedgerEntry; existed: boolean };
type Done = Pick<IssueOptions, 'prepared' | 'ahead'>;

export interface IssuerOptions {
  readonly ledger: Ledger;
  readonly keyRing: KeyRing;
  readonly profile: GatewayProfile;
  readonly company: () => Company | undefined;
  readonly clock: Clock;
  /** The known reason why nothing can be sealed yet. */
  readonly whyNot: () => Failure | undefined;
  /**
   * Checks for obstacles to any document. @throws FailureError `clock-ahead`, `counter-used`, `ledger-old`,
   * `ledger-forked`
   */
  readonly checkIssuing: () => void;
  /** Another process renewed or re-issued the credential. */
  readonly onForeignChange: () => void;
  /** Computes the hash of a document with another canonicaliser in another thread; see `canonicalHash`. */
  readonly independentHash: (xml: Uint8Array) => Promise<string>;
  readonly onSealed: (entry: LedgerEntry, replaces: string | undefined) => void;
}

const oneDay = 24 * 60 * 60_000;

export function createIssuer(options: IssuerOptions): Issuer {
  const { ledger, keyRing, profile, company, clock, whyNot, checkIssuing } = options;
  const { onForeignChange, onSealed, independentHash } = options;
  const { clearancePatience, reportWithin } = profile.timings;
  let stamper: Stamper | undefined;
  /** The validity of its certificate, milliseconds since 1970. */
  let [validFrom, validTo] = [0, 0];
  let credentialId: number | undefined;
  let certificate: Certificate | undefined;

  /** Refuses to stamp with a credential that is no longer active. */
  function refuseForeignChange(): void {
    if (keyRing.isUpToDate()) return;
    onForeignChange();
    fail('terminal-busy');
  }

  function use(held: ActiveCredential): Stamper {
    certificate = held.certificate;
    ({ validFrom, validTo } = certificate);
    credentialId = held.credential.id;
    stamper = createStamper(held);
    return stamper;
  }

  /** While a new pair is on trial, the previous one may expire, and time alone makes the new one active. */
  function inForce(before: Stamper): Stamper {
    const held = keyRing.inForce();
    return held === undefined || held.credential.id === credentialId ? before : use(held);
  }

  function toIssue(sale: Sale, replaces: string | undefined, done: Done): IssueOptions {
    if (stamper === undefined) throw new FailureError(whyNot() ?? { code: 'not-onboarded' });
    refuseForeignChange();
    checkIssuing();
    const inUse = inForce(stamper);
    refuseUncertified(sale, certificate);
    const now = clock.now();
    // A correct clock cannot be before the certificate; the authority's own may be a little ahead.
    if (now < validFrom - oneDay)
      fail('clock-back', {
        detail: { now: new Date(now).toISOString(), last: new Date(validFrom).toISOString() },
      });
    // The authority rejects documents stamped after the end: the goods would be gone and the invoice void.
    if (now > validTo) fail('certificate-expired', { detail: { validTo: new Date(validTo).toISOString() } });
    const seller = company() ?? fail('no-company');
    return {
      ledger,
      seller: sellerOf(seller),
      numberPrefix: seller.terminal.numberPrefix,
      stamper: inUse,
      clock,
      replaces,
      ...done,
      within: { clearance: clearancePatience, reporting: reportWithin },
    };
  }

  /** A till that lost its answer asks again; an issued document stays issued, whatever the obstacles now. */
  const issuedBefore = (sale: Sale, replaces?: string) =>
    ledger.chain.issuedBefore({ saleId: sale.saleId, saleDigest: saleDigest(sale), replaces });

  function seal(sale: Sale, replaces: string | undefined, done: Done = {}): Issued {
    const before = issuedBefore(sale, replaces);
    if (before !== undefined) return { entry: before, existed: true };
    const sealed = issueSale(sale, toIssue(sale, replaces, done));
    if (!sealed.existed) onSealed(sealed.entry, replaces);
    return sealed;
  }

  /**
   * The independent hash takes as long as all the rest, so another thread computes it before the sale has its place.
   */
  async function confirmAhead(sale: Sale, prepared: PreparedSale): Promise<SealedAhead> {
    const ahead = sealAhead(sale, toIssue(sale, undefined, { prepared }));
    const { xml, hash } = ahead.sealed;
    if ((await independentHash(xml)) !== hash) fail('hash-mismatch');
    return ahead;
  }

  return {
    use(held) {
      use(held);
      warmUp();
    },
    seal: (sale, replaces) => seal(sale, replaces),
    async sealPrepared(sale, prepared) {
      const ahead = issuedBefore(sale) === undefined ? await confirmAhead(sale, prepared) : undefined;
      // Everything that may have changed is checked again: another sale, another credential, another day.
      return seal(sale, undefined, { prepared, ahead });
    },
  };
}
