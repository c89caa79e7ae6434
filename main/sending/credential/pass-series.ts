import { randomUUID } from 'node:crypto';
import type { Company } from '../../../shared/company.ts';
import type { SeriesDocument } from '../../../shared/contract/terminal/credentials.ts';
import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Flow } from '../../books/ledger/credentials/credential-flows.ts';
import type { StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import { firstPreviousHash } from '../../books/ledger/database/first-previous-hash.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { makeInvoice } from '../../document/invoice/make-invoice.ts';
import { writeDocument } from '../../document/invoice/writing/write-document.ts';
import { readCertificate } from '../../document/stamp/certificates/certificate.ts';
import type { SigningKey } from '../../document/stamp/key.ts';
import { createStamper } from '../../document/stamp/stamp.ts';
import type { Gateway } from '../../gateway/client.ts';
import { seriesFor, seriesSale } from './compliance-series.ts';
import { pairSecret } from './pair-secret.ts';
import { refuse } from './refusal.ts';
import { sellerOf } from './seller.ts';

export interface PassSeriesOptions {
  readonly ledger: Pick<Ledger, 'flows'>;
  readonly secrets: SecretStore;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly flow: Flow;
  readonly compliance: StoredCredential;
  readonly key: SigningKey;
  readonly company: Company;
  readonly onDocument: (document: SeriesDocument) => void;
}

/**
 * Sends the test documents that have not passed yet; each result is a row. When one is refused, the others are still
 * tried.
 * @throws FailureError why the series stopped, or the first refusal (`gateway-refused`, detail `document`)
 */
export async function passSeries(options: PassSeriesOptions): Promise<void> {
  const { ledger, secrets, gateway, clock, flow, compliance, key, company, onDocument } = options;
  const { flows } = ledger;
  const pair = { csid: compliance.csid, secret: await pairSecret(secrets, compliance.vaultKey) };
  const stamper = createStamper({ key, certificate: readCertificate(compliance.certificate) });
  let previousHash = firstPreviousHash;
  for (const [index, document] of seriesFor(company.certificate.documentTypes).entries()) {
    const before = flows.series(flow.id).find((row) => row.document === document);
    if (before?.state === 'passed') {
      previousHash = before.hash ?? previousHash;
      continue;
    }
    onDocument(document);
    const uuid = randomUUID();
    const issuedAt = clock.now();
    const placement = { number: `TEST-${index + 1}`, uuid, issuedAt, icv: index + 1, previousHash };
    const { xml, hash } = stamper.stamp(
      writeDocument(makeInvoice(seriesSale(document), sellerOf(company)), placement),
      issuedAt,
    );
    const outcome = await gateway.checkCompliance(pair, { hash, uuid, xml });
    // An answer that says nothing about this document stops the series.
    if (outcome.kind !== 'accepted' && outcome.kind !== 'rejected') refuse('series', outcome);
    flows.setSeries(
      flow.id,
      {
        document,
        state: outcome.kind === 'accepted' ? 'passed' : 'failed',
        hash,
        httpStatus: outcome.answer.httpStatus,
        messages: [...outcome.errors, ...outcome.warnings],
      },
      clock.now(),
    );
    previousHash = hash;
  }
  const failed = flows.series(flow.id).find(({ state }) => state === 'failed');
  if (failed === undefined) return;
  const [first] = failed.messages;
  fail('gateway-refused', {
    detail: {
      step: 'series',
      code: first?.code ?? 'rejected',
      message: first?.message ?? '',
      document: failed.document,
    },
  });
}
