import type { Company } from '../../shared/company.ts';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Clock } from '../clock.ts';
import type { Held, KeyRing } from '../credential/key-ring.ts';
import { sellerOf } from '../credential/seller.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import { issueSale, saleDigest } from '../issue-sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { warmUp } from '../stamp/key.ts';
import { createStamper, type Stamper } from '../stamp/stamp.ts';

/** Seals sales with the credential in force. */
export interface Sealer {
  /** This credential stamps from now on. */
  use(held: Held): void;
  /** @param replaces uuid of the rejected document that this one stands for @throws FailureError */
  seal(sale: Sale, replaces?: string): { entry: LedgerEntry; existed: boolean };
}

export interface SealerOptions {
  readonly ledger: Ledger;
  readonly keyRing: KeyRing;
  readonly profile: GatewayProfile;
  readonly company: () => Company | undefined;
  readonly clock: Clock;
  /** Why nothing can be sealed yet, where that is known. */
  readonly whyNot: () => Failure | undefined;
  /** Another process renewed or re-issued the credential. */
  readonly onForeignChange: () => void;
  readonly onSealed: (entry: LedgerEntry, replaces: string | undefined) => void;
}

export function createSealer(options: SealerOptions): Sealer {
  const { ledger, keyRing, profile, company, clock, whyNot, onForeignChange, onSealed } = options;
  const { clearancePatience, reportWithin } = profile.timings;
  let stamper: Stamper | undefined;
  /** When its certificate runs out, milliseconds since 1970. */
  let validTo = 0;

  /** Nothing is stamped with what is no longer in force. */
  function refuseForeignChange(): void {
    if (ledger.credentials.current('production')?.id === keyRing.inForce()?.credential.id) return;
    onForeignChange();
    fail('terminal-busy');
  }

  return {
    use(held) {
      stamper = createStamper(held);
      validTo = held.certificate.validTo;
      warmUp();
    },
    seal(sale, replaces) {
      // A till whose answer was lost asks again; what was issued stays issued, whatever stands in the way by now.
      const before = ledger.issuedBefore({ saleId: sale.saleId, saleDigest: saleDigest(sale), replaces });
      if (before !== undefined) return { entry: before, existed: true };
      if (stamper === undefined) throw new FailureError(whyNot() ?? { code: 'not-onboarded' });
      refuseForeignChange();
      // The authority rejects what is stamped after the end: the goods would be gone and the paper void.
      if (clock.now() > validTo)
        fail('certificate-expired', { detail: { validTo: new Date(validTo).toISOString() } });
      const seller = company() ?? fail('no-company');
      const sealed = issueSale(sale, {
        ledger,
        seller: sellerOf(seller),
        numberPrefix: seller.terminal.numberPrefix,
        stamper,
        clock,
        replaces,
        within: { clearance: clearancePatience, reporting: reportWithin },
      });
      if (!sealed.existed) onSealed(sealed.entry, replaces);
      return sealed;
    },
  };
}
