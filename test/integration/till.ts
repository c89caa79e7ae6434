import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { readCertificate } from '../../main/document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../../main/document/stamp/certificates/certificate-authority.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../main/document/stamp/certificates/certificate-request.ts';
import { SigningKey } from '../../main/document/stamp/key.ts';
import { createStamper } from '../../main/document/stamp/stamp.ts';
import type { ApiOptions } from '../../main/integration/api/api.ts';
import { sellerOf } from '../../main/sending/credential/seller.ts';
import { issueSale, previewSale } from '../../main/till/issue/issue-sale.ts';
import type { Issuer } from '../../main/till/issue/issuer.ts';
import type { PreparedSale } from '../../main/till/issue/prepared-sale.ts';
import { reissueFor } from '../../main/till/issue/reissue-each.ts';
import { createSaleIntake } from '../../main/till/issue/sale-intake.ts';
import type { Actor } from '../../shared/actor.ts';
import type { Sale } from '../../shared/sale/sale.ts';
import { ledgerIn } from '../support/new-ledger.ts';
import { byCashier } from '../support/run/callers.ts';

const day = 24 * 3_600_000;

/** Opens a ledger and everything needed to issue into it. This is a terminal without onboarding and sending. */
export function openTill(file: string, clock: { now(): number }, identity = newIdentity(clock.now())) {
  const ledger: Ledger = ledgerIn(file);
  const stamper = createStamper({ key: identity.key, certificate: readCertificate(identity.text) });
  const intake = createSaleIntake({ seller: () => sellerOf(trainingCompany), now: () => clock.now() });
  const optionsFor = (into: Ledger, by: Actor, prepared?: PreparedSale) => ({
    by,
    ledger: into,
    seller: sellerOf(trainingCompany),
    numberPrefix: 'T1',
    stamper,
    prepared,
    clock: { now: () => clock.now(), monotonic: () => 0, after: () => () => undefined },
    within: { clearance: day, reporting: day },
  });
  const issueInto = (into: Ledger, sale: Sale, by: Actor = byCashier, prepared?: PreparedSale) =>
    issueSale(sale, optionsFor(into, by, prepared));
  const issue = (sale: Sale, by?: Actor, prepared?: PreparedSale) => issueInto(ledger, sale, by, prepared);
  /** Issues a sale in place of a rejected document. */
  const issueAnew = (sale: Sale, replaces: string) =>
    issueSale(sale, { ...optionsFor(ledger, byCashier), replaces });
  const preview = (sale: Sale, by: Actor = byCashier, prepared?: PreparedSale) =>
    previewSale(sale, optionsFor(ledger, by, prepared));
  const issueTogether: Issuer['issueTogether'] = (sales) =>
    ledger.chain.exclusively(() =>
      (typeof sales === 'function' ? sales() : sales).map(({ sale, by }) => issue(sale, by)),
    );
  const { documents } = ledger;
  const reissue: ApiOptions['reissue'] = async (by, rejected, check) =>
    reissueFor(by, rejected, { preview, issueTogether, documents }, check);
  return { ledger, issue, issueInto, issueAnew, preview, reissue, intake };
}

/** Makes a key, and a certificate of an unknown authority. */
export function newIdentity(now: number): { key: SigningKey; text: string } {
  const { certificate, vatNumber, terminal } = trainingCompany;
  const key = SigningKey.generate();
  const request = makeCertificateRequest(
    key,
    {
      commonName: 'till',
      country: 'SA',
      serial: `1-Khatm|2-Terminal|3-${terminal.serial}`,
      vatNumber,
      ...certificate,
    },
    'TSTZATCA-Code-Signing',
  );
  const authority = CertificateAuthority.create({ commonName: 'Test', now: now - day, validForDays: 3650 });
  const text = authority.issue({
    request: readCertificateRequest(request),
    validFrom: now - day,
    validTo: now + 3650 * day,
  });
  return { key, text };
}
