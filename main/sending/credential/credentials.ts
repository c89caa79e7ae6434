import type {
  CertificateView,
  CredentialView,
  FlowKind,
  lifeCycleStates,
} from '../../../shared/contract/terminal/credentials.ts';
import type { StoredCredential } from '../../books/ledger/credentials/credential-history.ts';
import { type Certificate, readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { type CredentialFlowOptions, createCredentialFlow } from './credential-flow.ts';

export type LifeCycleState = (typeof lifeCycleStates)[number];

const day = 24 * 60 * 60 * 1000;
/** A renewal is offered from this many days before the end. */
export const renewalDays = 60;

/** The credential life cycle of one environment, kept in the ledger's rows; secrets are only in the vault. */
export function createCredentials(options: CredentialFlowOptions) {
  const { ledger, clock, keyRing } = options;
  const { credentials, flows, environment } = ledger;
  const flow = createCredentialFlow(options);

  /** The state of the life cycle (specification, Credential lifecycle). */
  function state(): LifeCycleState {
    if (credentials.current('production') !== undefined) return 'production';
    const compliance = credentials.current('compliance');
    if (compliance === undefined) return 'none';
    return compliance.state === 'eligible' ? 'eligible' : 'compliance';
  }

  /** The credential in force; before there is a production certificate, the compliance credential. */
  function certificate(): Certificate | undefined {
    const active = keyRing.inForce();
    if (active !== undefined) return active.certificate;
    const current = credentials.current('production') ?? credentials.current('compliance');
    return current && readCertificate(current.certificate);
  }

  /** Returns the pairs, newest first. Each pair is one line, however many states it has had. */
  function history(): CredentialView['history'] {
    const pairs = new Map<string, { first: StoredCredential; last: StoredCredential }>();
    for (const each of credentials.history())
      pairs.set(each.csid, { first: pairs.get(each.csid)?.first ?? each, last: each });
    return [...pairs.values()].reverse().map(({ first, last }) => {
      const { serial, validFrom, validTo } = readCertificate(last.certificate);
      const kind: FlowKind =
        (last.flowId === undefined ? undefined : flows.kindOf(last.flowId)) ?? 'onboarding';
      return {
        kind,
        stage: last.stage,
        serial,
        validFrom: instant(validFrom),
        validTo: instant(validTo),
        issuedAt: instant(first.issuedAt),
        ...(last.endedAt !== undefined && { endedAt: instant(last.endedAt), end: last.endReason }),
      };
    });
  }

  return {
    keyRing,
    flow,
    state,
    certificate,
    view(refusals: CredentialView['refusals']): CredentialView {
      const inForce = certificate();
      const trial = keyRing.onTrial();
      const [kept] = trial === undefined ? credentials.kept() : [];
      const left = inForce && daysLeft(inForce, clock.now());
      return {
        environment,
        state: state(),
        ...(inForce && { certificate: certificateView(inForce), daysLeft: left }),
        renewalDue: state() === 'production' && left !== undefined && left <= renewalDays,
        ...(kept && { predecessor: certificateView(readCertificate(kept.certificate)) }),
        ...(trial && {
          trial: {
            certificate: certificateView(trial.active.certificate),
            rejections: trial.active.credential.rejections,
            nextAt: instant(trial.nextAt),
          },
        }),
        flow: flow.view(),
        history: history(),
        refusals,
      };
    },
  };
}

export type Credentials = ReturnType<typeof createCredentials>;

/** Returns the whole days until the certificate ends; negative after that. */
export function daysLeft({ validTo }: Certificate, now: number): number {
  return Math.floor((validTo - now) / day);
}

export function certificateView(certificate: Certificate): CertificateView {
  const { organization, organizationUnit, commonName, vatNumber, documentTypes, issuer, serial } =
    certificate;
  return {
    organization,
    organizationUnit,
    commonName,
    vatNumber,
    documentTypes,
    issuer,
    serial,
    validFrom: instant(certificate.validFrom),
    validTo: instant(certificate.validTo),
  };
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
