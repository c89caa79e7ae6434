import { randomUUID } from 'node:crypto';
import type { Company } from '../../shared/company.ts';
import type { OnboardingStep } from '../../shared/contract/terminal.ts';
import { fail } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import type { Clock } from '../clock.ts';
import type { Pair } from '../gateway/basic.ts';
import type { Gateway } from '../gateway/client.ts';
import type { IssueOutcome } from '../gateway/issue-outcome.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import { makeInvoice } from '../invoice/make-invoice.ts';
import { writeDocument } from '../invoice/write-document.ts';
import { firstPreviousHash } from '../ledger/chain.ts';
import type { CredentialStage, StoredCredential } from '../ledger/credential-history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Certificate, csidToCertificateText, readCertificate } from '../stamp/certificate.ts';
import { makeCertificateRequest } from '../stamp/certificate-request.ts';
import { SigningKey } from '../stamp/key.ts';
import { createStamper } from '../stamp/stamp.ts';
import { complianceSales } from './compliance-series.ts';
import type { SecretStore } from './secret-store.ts';
import { sellerOf } from './seller.ts';
import { StepReport } from './step-report.ts';

/** What it takes to stamp and to send: the production credential with its key. Never leaves the main process. */
export interface ActiveCredential {
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly pair: Pair;
}

export type LifeCycleState = 'none' | 'compliance' | 'eligible' | 'production';

export interface CredentialsOptions {
  readonly environment: Environment;
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly gateway: Gateway;
  readonly profile: GatewayProfile;
  readonly clock: Clock;
}

export interface Credentials {
  /** Where the life cycle stands (specification, Credential lifecycle). */
  state(): LifeCycleState;
  certificate(): Certificate | undefined;
  /** The production credential; undefined before onboarding is through. */
  active(): Promise<ActiveCredential | undefined>;
  /**
   * Goes from where the life cycle stands to the production credential. Each step is stored before the next begins,
   * so that a broken-off onboarding goes on where it stopped.
   * @param otp asked for only when a compliance credential is still to be had
   * @throws FailureError `gateway-refused`, `credential-refused`, `gateway-unreachable`, `vault-unavailable`
   */
  onboard(company: Company, otp: () => string, onStep: (steps: OnboardingStep[]) => void): Promise<void>;
}

/** The credential life cycle of one environment, kept in the ledger's rows; secrets are in the vault alone. */
export function createCredentials(options: CredentialsOptions): Credentials {
  const { environment, ledger, secrets, gateway, profile, clock } = options;
  const keyName = `${environment}/key`;

  function state(): LifeCycleState {
    if (ledger.credentials.current('production') !== undefined) return 'production';
    const compliance = ledger.credentials.current('compliance');
    if (compliance === undefined) return 'none';
    return compliance.state === 'eligible' ? 'eligible' : 'compliance';
  }

  /** What the vault must have by now. A secret that is gone is never made up anew. */
  async function kept(name: string): Promise<string> {
    return (await secrets.get(name)) ?? fail('vault-unavailable', { detail: { why: 'missing' } });
  }

  /** The terminal's key; made once, and stored and read back before anything is built on it. */
  async function keyForOnboarding(): Promise<SigningKey> {
    if (state() === 'none' && (await secrets.has(`${environment}/production/`)))
      // A chain began with these secrets. Beginning another would use its counters again.
      fail('ledger-lost');
    if ((await secrets.get(keyName)) === undefined && state() === 'none')
      await secrets.set(keyName, SigningKey.generate().toSecret());
    return SigningKey.fromSecret(await kept(keyName));
  }

  async function pairOf({ csid, vaultKey }: StoredCredential): Promise<Pair> {
    return { csid, secret: await kept(vaultKey) };
  }

  /** Secret first, row second: a row never names a secret that is not there. */
  async function keep(stage: CredentialStage, issued: Issued, key: SigningKey): Promise<void> {
    const text = csidToCertificateText(issued.pair.csid);
    const certificate = readCertificate(text);
    // A certificate for another key would stamp documents that nobody accepts.
    if (!certificate.publicKey.equals(key.publicKey))
      fail('gateway-refused', { detail: { step: stage, code: 'certificate-key', message: '' } });
    // A name of its own for each pair: a new one never overwrites the secret of the row that is in force.
    const vaultKey = `${environment}/${stage}/${issued.requestId}`;
    await secrets.set(vaultKey, issued.pair.secret);
    const now = clock.now();
    ledger.credentials.save(
      {
        stage,
        csid: issued.pair.csid,
        requestId: issued.requestId,
        certificate: text,
        vaultKey,
        state: 'held',
        issuedAt: now,
      },
      now,
    );
    ledger.audit.write({
      at: now,
      actor: 'terminal',
      action: `credential.${stage}`,
      detail: { serial: certificate.serial, validTo: new Date(certificate.validTo).toISOString() },
    });
  }

  async function passSeries(
    company: Company,
    key: SigningKey,
    credential: StoredCredential,
    onDone: (done: number, of: number) => void,
  ): Promise<void> {
    const pair = await pairOf(credential);
    const stamper = createStamper({ key, certificate: readCertificate(credential.certificate) });
    const sales = complianceSales(company.certificate.documentTypes);
    let previousHash = firstPreviousHash;
    for (const [index, sale] of sales.entries()) {
      onDone(index, sales.length);
      const uuid = randomUUID();
      const issuedAt = clock.now();
      const placement = { number: `TEST-${index + 1}`, uuid, issuedAt, icv: index + 1, previousHash };
      const { xml, hash } = stamper.stamp(
        writeDocument(makeInvoice(sale, sellerOf(company)), placement),
        issuedAt,
      );
      const outcome = await gateway.checkCompliance(pair, { hash, uuid, xml });
      if (outcome.kind !== 'accepted') refuse('series', outcome);
      previousHash = hash;
    }
    onDone(sales.length, sales.length);
    const now = clock.now();
    ledger.credentials.save({ ...credential, state: 'eligible' }, now);
    ledger.audit.write({ at: now, actor: 'terminal', action: 'credential.eligible' });
  }

  return {
    state,

    certificate() {
      const current = ledger.credentials.current('production') ?? ledger.credentials.current('compliance');
      return current && readCertificate(current.certificate);
    },

    async active() {
      const credential = ledger.credentials.current('production');
      if (credential === undefined) return undefined;
      const certificate = readCertificate(credential.certificate);
      const key = SigningKey.fromSecret(await kept(keyName));
      return { key, certificate, pair: await pairOf(credential) };
    },

    async onboard(company, otp, onStep) {
      const steps = new StepReport(onStep);
      try {
        steps.begin('key');
        const key = await keyForOnboarding();

        steps.begin('compliance');
        if (state() === 'none') {
          const subject = certificateSubject(company);
          const request = makeCertificateRequest(key, subject, profile.templates[environment]);
          const outcome = await gateway.requestCompliance(request, otp());
          await keep('compliance', issuedOr('compliance', outcome), key);
        }

        steps.begin('series');
        const compliance = current(ledger, 'compliance');
        if (state() === 'compliance')
          await passSeries(company, key, compliance, (done, of) => steps.progress('series', done, of));

        steps.begin('production');
        if (state() === 'eligible') {
          const outcome = await gateway.requestProduction(await pairOf(compliance), compliance.requestId);
          await keep('production', issuedOr('production', outcome), key);
        }
        steps.begin('done');
        steps.finish();
      } catch (error) {
        steps.fail();
        throw error;
      }
    },
  };
}

type Issued = Extract<IssueOutcome, { kind: 'issued' }>;

function current(ledger: Ledger, stage: CredentialStage): StoredCredential {
  return ledger.credentials.current(stage) ?? fail('not-onboarded');
}

function issuedOr(step: string, outcome: IssueOutcome): Issued {
  return outcome.kind === 'issued' ? outcome : refuse(step, outcome);
}

/** An outcome that ends onboarding, as a failure with what the authority said. */
function refuse(
  step: string,
  outcome: Exclude<IssueOutcome, Issued> | Exclude<Outcome, { kind: 'accepted' }>,
): never {
  if (outcome.kind === 'unknown') return fail('gateway-unreachable', { detail: { step, why: outcome.why } });
  const httpStatus = outcome.answer.httpStatus;
  if (outcome.kind === 'credential-refused')
    return fail('credential-refused', { detail: { step, httpStatus } });
  const first = 'errors' in outcome ? outcome.errors[0] : undefined;
  const code = outcome.kind === 'refused' ? outcome.code : (first?.code ?? outcome.kind);
  const message = outcome.kind === 'refused' ? outcome.message : (first?.message ?? '');
  return fail('gateway-refused', { detail: { step, httpStatus, code, message } });
}

function certificateSubject(company: Company) {
  const { certificate, terminal, vatNumber } = company;
  return {
    commonName: `${terminal.numberPrefix}-${terminal.serial}-${vatNumber}`.slice(0, 64),
    organization: certificate.organization,
    organizationUnit: certificate.organizationUnit,
    country: 'SA',
    serial: `1-Khatm|2-Terminal|3-${terminal.serial}`,
    vatNumber,
    documentTypes: certificate.documentTypes,
    address: certificate.address,
    category: certificate.category,
  };
}
