import type { CompanyInput } from '../../../shared/company.ts';
import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { Person } from '../../../shared/contract/people/people.ts';
import type {
  CertificateView,
  CredentialView,
  EnvironmentView,
  FlowView,
  SeriesDocument,
  SeriesResult,
} from '../../../shared/contract/terminal/credentials.ts';
import { seriesDocuments } from '../../../shared/contract/terminal/credentials.ts';
import type { OnboardingStep, TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { type Failure, fail } from '../../../shared/failure.ts';
import { type Environment, environments } from '../../../shared/status.ts';
import { usualLimits } from '../../../shared/values/limits.ts';
import { now } from './fake-documents.ts';

/*
 * The people, environments, company and credential of the fake terminal. Nothing here is a secret, and nothing is
 * issued.
 */

export interface CredentialOptions {
  /** The language that the same person chooses in another window right after each choice here. */
  readonly otherWindowSpeaks?: TerminalStatus['language'];
  readonly environment?: Environment;
  readonly role?: TerminalStatus['role'];
  /**
   * The people of the terminal, all with the PIN `fakePin`. The first screen is the sign-in unless `person` names
   * someone.
   */
  readonly people?: readonly Person[];
  readonly person?: string;
  readonly vault?: TerminalStatus['vault'];
  /** Simulates a machine without a keychain, where a new environment asks for a passphrase. */
  readonly passphraseNeeded?: boolean;
  /** True where the program serves training only, as in a browser. */
  readonly trainingOnly?: boolean;
  /** The credential state of the environment on the screen. */
  readonly credential?: CredentialView['state'];
  /** The number of days until the certificate on the screen ends. */
  readonly daysLeft?: number;
  readonly company?: CompanyInput | undefined;
  readonly flow?: Partial<FlowView>;
  readonly predecessor?: boolean;
  readonly trial?: boolean;
  readonly refusals?: CredentialView['refusals'];
}

export const fakePin = '246810';
export const fakePassphrase = 'dates and cardamom';
/** The password that the fake's authority accepts. */
export const fakeOtp = '123345';

const day = 24 * 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

export const fakeCompany: CompanyInput = {
  name: 'متجر النخيل',
  vatNumber: '310122393500003',
  identification: { scheme: 'CRN', value: '1010010000' },
  address: { street: 'العليا', building: '1234', district: 'العليا', city: 'الرياض', postalCode: '12345' },
  certificate: {
    organization: 'متجر النخيل',
    organizationUnit: 'الفرع الرئيسي',
    address: 'RRRD2929',
    category: 'تجزئة',
    documentTypes: '1100',
  },
  terminal: { numberPrefix: 'T1', serial: 'A-0001' },
};

type Handlers = { [N in CommandName]: (input: CommandParsed<N>) => CommandOutput<N> };
type Area = 'people' | 'session' | 'environment' | 'vault' | 'company' | 'credential';
type OwnHandlers = Pick<Handlers, Extract<CommandName, `${Area}.${string}`>>;

export interface FakeCredentials {
  readonly handlers: OwnHandlers;
  /** Returns the parts of the status that follow from the credential. */
  status(): Pick<
    TerminalStatus,
    'environment' | 'role' | 'person' | 'language' | 'vault' | 'credential' | 'certificate'
  >;
  view(): CredentialView;
  /** Changes the flow, as the main process does, and notifies the screens. */
  flow(change: Partial<FlowView>): void;
  /** Changes the flow's series. The first `done` documents have passed, and the next is in progress. */
  series(done: number): void;
  /** Completes the flow successfully. */
  finish(): void;
}

export function createFakeCredentials(
  options: CredentialOptions,
  notify: { credential(view: CredentialView): void; status(): void },
): FakeCredentials {
  const people = new Map<string, { person: Person; pin: string }>(
    (options.people ?? []).map((person) => [person.name, { person, pin: fakePin }]),
  );
  let signedIn = options.person;
  const chosen = new Map<string, TerminalStatus['language']>();
  let wrong = 0;
  let limits: CommandOutput<'people.limits'> = usualLimits;
  let environment: Environment = options.environment ?? 'training';
  let vault: TerminalStatus['vault'] = options.vault ?? 'open';
  const begun = new Set<Environment>(['training', environment]);
  const addresses = new Map<Environment, string>();
  let version = 'V2';
  const states = new Map<Environment, CredentialView['state']>([
    ['training', 'production'],
    [environment, options.credential ?? 'production'],
  ]);
  const companies = new Map<Environment, CompanyInput>([['training', fakeCompany]]);
  const isReady = (options.credential ?? 'production') === 'production';
  if (options.company ?? isReady) companies.set(environment, options.company ?? fakeCompany);
  let flow: FlowView | undefined =
    options.flow === undefined ? undefined : { ...newFlow('onboarding'), ...options.flow };
  let trial = options.trial ?? false;
  let daysLeft = options.daysLeft ?? 812;
  /** The certificates issued after that of the onboarding, newest first. */
  const later: CredentialView['history'] = [];

  const state = () => states.get(environment) ?? 'none';
  const certificate = (days = daysLeft): CertificateView => {
    const { certificate: names, vatNumber } = companies.get(environment) ?? fakeCompany;
    return {
      organization: names.organization,
      organizationUnit: names.organizationUnit,
      commonName: `T1-A-0001-${vatNumber}`,
      vatNumber,
      documentTypes: names.documentTypes ?? '1100',
      issuer: 'PRZEINVOICESCA4-CA',
      serial: '379112742831380471835263969587287663520528387',
      validFrom: iso(now - 70 * day),
      validTo: iso(now + days * day),
    };
  };
  const view = (): CredentialView => ({
    environment,
    state: state(),
    ...(state() !== 'none' && { certificate: certificate(), daysLeft }),
    renewalDue: state() === 'production' && daysLeft <= 60,
    ...(trial && { trial: { certificate: certificate(), rejections: 2, nextAt: iso(now + 10 * 60_000) } }),
    ...(options.predecessor && { predecessor: certificate(12) }),
    ...(flow && { flow }),
    history:
      state() === 'production'
        ? [
            ...later,
            historyRow('onboarding', 'production', later.length > 0 ? 'superseded' : undefined, daysLeft),
            historyRow('onboarding', 'compliance', 'superseded', 300),
          ]
        : [],
    refusals: options.refusals ?? { lastDay: 0, inARow: 0 },
  });
  const environmentViews = (): { environments: EnvironmentView[] } => ({
    environments: environments.map((name): EnvironmentView => {
      const at = states.get(name) ?? 'none';
      return {
        environment: name,
        begun: begun.has(name),
        onScreen: name === environment,
        ...(options.trainingOnly && name !== 'training' && { unavailable: { code: 'training-only' } }),
        ...(name !== 'training' && {
          address: addresses.get(name) ?? `https://gw-fatoora.zatca.gov.sa/e-invoicing/${name}`,
        }),
        addressFixed: at !== 'none',
        version: name === 'simulation' ? version : 'V2',
        state: at,
        ...(at === 'production' && { certificate: certificate(), daysLeft }),
        waiting: name === 'training' ? 0 : 3,
        vault: {
          kind: name === 'training' ? 'training' : options.passphraseNeeded ? 'passphrase' : 'keychain',
          state:
            name !== environment && options.passphraseNeeded && !begun.has(name)
              ? 'passphrase-needed'
              : 'open',
        },
      };
    }),
  });
  const list = () => ({ people: [...people.values()].map(({ person }) => person) });
  const status = () => {
    notify.credential(view());
    notify.status();
    return view();
  };
  const begin = (kind: FlowView['kind'], otp: string) => {
    if (flow?.running) fail('flow-running');
    if (!companies.has(environment)) fail('no-company');
    flow = newFlow(kind);
    if (otp !== fakeOtp) {
      const detail = {
        step: 'compliance',
        httpStatus: 400,
        code: 'Invalid-OTP',
        message: 'The provided OTP is invalid',
      };
      flow = stopped(flow, 'compliance', { code: 'gateway-refused', detail }, true);
    }
    return status();
  };

  return {
    view,
    status: () => ({
      environment,
      role: people.size === 0 ? (options.role ?? 'manager') : roleOf(signedIn),
      ...(signedIn !== undefined && { person: signedIn, language: chosen.get(signedIn) }),
      vault,
      credential: state(),
      ...(state() === 'production' && {
        certificate: {
          subject: 'CN=T1',
          issuer: 'CN=Sandbox',
          validFrom: certificate().validFrom,
          validTo: certificate().validTo,
        },
      }),
    }),
    flow(change) {
      flow = { ...(flow ?? newFlow('onboarding')), ...change };
      status();
    },
    series(done) {
      const documents = documentsOf(companies.get(environment));
      flow = {
        ...(flow ?? newFlow('onboarding')),
        running: true,
        needsOtp: false,
        steps: stepsAt('series', 'running', documents.length, done),
        series: documents.map((document, index) => ({
          document,
          state: index < done ? 'passed' : index === done ? 'running' : 'waiting',
          ...(index < done && { httpStatus: 200 }),
          messages: [],
        })),
      };
      states.set(environment, state() === 'none' ? 'compliance' : state());
      status();
    },
    finish() {
      if (flow !== undefined && flow.kind !== 'onboarding')
        later.unshift({
          ...historyRow(flow.kind, 'production', undefined, 1825),
          serial: `38${later.length}`,
        });
      flow = undefined;
      daysLeft = 1825;
      states.set(environment, 'production');
      status();
    },
    handlers: {
      'people.list': list,
      'people.signIn': ({ name, pin }) => {
        const found = people.get(name);
        if (found === undefined || found.pin !== pin) {
          wrong += 1;
          fail('wrong-pin', { detail: { seconds: wrong >= 3 ? 30 : 0 } });
        }
        wrong = 0;
        signedIn = name;
        notify.status();
        return { role: roleOf(name) };
      },
      'people.setLanguage': ({ language }) => {
        if (signedIn !== undefined) chosen.set(signedIn, options.otherWindowSpeaks ?? language);
        notify.status();
        return {};
      },
      'people.signOut': () => {
        signedIn = undefined;
        notify.status();
        return {};
      },
      'people.save': ({ name, role, pin }) => {
        const old = people.get(name);
        const kept = pin ?? old?.pin ?? fail('bad-input');
        const managers = list().people.filter((one) => one.role === 'manager' && one.name !== name);
        if (role === 'cashier' && managers.length === 0)
          fail('bad-input', {
            issues: [{ path: ['role'], code: 'manager-missing', message: 'must stay a manager' }],
          });
        if (people.size === 0) signedIn = name;
        people.set(name, { person: { name, role }, pin: kept });
        notify.status();
        return list();
      },
      'people.remove': ({ name }) => {
        people.delete(name);
        return list();
      },
      'people.acknowledge': () => ({}),
      'people.recover': ({ name, pin, passphrase }) => {
        if (passphrase !== fakePassphrase) fail('vault-locked', { detail: { why: 'wrong-passphrase' } });
        people.clear();
        people.set(name, { person: { name, role: 'manager' }, pin });
        signedIn = name;
        notify.status();
        return list();
      },
      'people.limits': () => limits,
      'people.setLimits': (next) => {
        limits = next;
        return limits;
      },
      'session.approve': ({ pin }) => {
        if (pin !== fakePin) fail('wrong-pin', { detail: { seconds: 0 } });
        return {};
      },
      'session.touch': () => ({}),
      'session.confirm': ({ pin }) => {
        if (pin !== fakePin) fail('wrong-pin', { detail: { seconds: 0 } });
        return {};
      },
      'environment.list': environmentViews,
      'environment.show': ({ environment: wanted, confirm, passphrase }) => {
        if (wanted !== 'training' && people.size === 0) fail('no-manager');
        if (wanted === 'production' && !begun.has(wanted) && confirm !== 'production') fail('bad-input');
        if (
          wanted !== 'training' &&
          !begun.has(wanted) &&
          options.passphraseNeeded &&
          (passphrase ?? '').length < 12
        )
          fail('vault-locked', { detail: { why: 'passphrase-needed' } });
        environment = wanted;
        begun.add(wanted);
        flow = undefined;
        status();
        return environmentViews();
      },
      'environment.setAddress': ({ environment: which, address }) => {
        if (!begun.has(which)) fail('not-found');
        if (address === undefined) addresses.delete(which);
        else addresses.set(which, address);
        return environmentViews();
      },
      'environment.setVersion': ({ version: wanted }) => {
        version = wanted ?? 'V2';
        return environmentViews();
      },
      'vault.unlock': ({ passphrase }) => {
        if (vault === 'unavailable') fail('vault-unavailable', { detail: { why: 'keychain-absent' } });
        if (passphrase !== fakePassphrase)
          fail('vault-locked', {
            detail: { why: passphrase === undefined ? 'passphrase-needed' : 'wrong-passphrase' },
          });
        vault = 'open';
        notify.status();
        return {};
      },
      'vault.changePassphrase': ({ current }) => {
        if (current !== fakePassphrase) fail('vault-locked', { detail: { why: 'wrong-passphrase' } });
        return {};
      },
      'company.get': () => {
        const company = companies.get(environment);
        const fixed = state() === 'none' ? [] : ['vatNumber', 'certificate', 'terminal'];
        return { ...(company && { company: whole(company) }), fixed };
      },
      'company.save': (company) => {
        companies.set(environment, company);
        notify.status();
        return { company };
      },
      'credential.get': view,
      'credential.begin': ({ kind, otp }) => begin(kind, otp),
      'credential.continue': ({ otp }) => {
        if (flow === undefined) fail('not-onboarded');
        if (flow.needsOtp) return begin(flow.kind, otp ?? '');
        const { failure: _, ...rest } = flow;
        flow = {
          ...rest,
          running: true,
          series: flow.series.map((one) => (one.state === 'failed' ? { ...one, state: 'running' } : one)),
          steps: flow.steps.map((one) => (one.state === 'failed' ? { ...one, state: 'running' } : one)),
        };
        return status();
      },
      'credential.abandon': () => {
        flow = undefined;
        trial = false;
        return status();
      },
    },
  };

  function roleOf(name: string | undefined): TerminalStatus['role'] {
    return (name === undefined ? undefined : people.get(name)?.person.role) ?? 'nobody';
  }
}

function whole(company: CompanyInput): NonNullable<CommandOutput<'company.get'>['company']> {
  return {
    ...company,
    address: { ...company.address, country: company.address.country ?? 'SA' },
    certificate: { ...company.certificate, documentTypes: company.certificate.documentTypes ?? '1100' },
  };
}

const stepNames = ['key', 'compliance', 'series', 'production', 'done'] as const;

/** Returns the steps of a flow that has reached `at`. */
export function stepsAt(
  at: OnboardingStep['step'],
  state: OnboardingStep['state'],
  of = 6,
  done = 0,
): OnboardingStep[] {
  const place = stepNames.indexOf(at);
  return stepNames.map((step, index) => ({
    step,
    state: index < place ? 'done' : index === place ? state : 'waiting',
    ...(step === 'series' && { done: index < place ? of : done, of }),
  }));
}

/** Returns a series with one refused document and the authority's answer to it. */
export function failedSeries(failed: SeriesDocument): SeriesResult[] {
  const place = seriesDocuments.indexOf(failed);
  return seriesDocuments.map((document, index) => ({
    document,
    state: index < place ? 'passed' : index === place ? 'failed' : 'waiting',
    ...(index <= place && { httpStatus: index === place ? 400 : 200 }),
    messages:
      index === place
        ? [
            {
              type: 'ERROR',
              code: 'BR-KSA-17',
              category: 'KSA',
              message: 'Debit and credit note must contain the reason for issuing it.',
              status: 'ERROR',
            },
          ]
        : [],
  }));
}

function newFlow(kind: FlowView['kind']): FlowView {
  return {
    kind,
    startedAt: iso(now),
    running: true,
    steps: stepsAt('compliance', 'running'),
    series: [],
    needsOtp: false,
  };
}

/** Returns a flow that has stopped at a step. */
export function stopped(
  flow: FlowView,
  step: OnboardingStep['step'],
  failure: Failure,
  needsOtp: boolean,
): FlowView {
  return { ...flow, running: false, needsOtp, failure, steps: stepsAt(step, 'failed') };
}

function documentsOf(company: CompanyInput | undefined): readonly SeriesDocument[] {
  const types = company?.certificate.documentTypes ?? '1100';
  return seriesDocuments.filter((name) => types[name.startsWith('standard') ? 0 : 1] === '1');
}

function historyRow(
  kind: FlowView['kind'],
  stage: 'compliance' | 'production',
  end: 'superseded' | undefined,
  days: number,
): CredentialView['history'][number] {
  return {
    kind,
    stage,
    serial: stage === 'production' ? '379112742831380471835263969587287663520528387' : '1734001923451',
    validFrom: iso(now - 70 * day),
    validTo: iso(now + days * day),
    issuedAt: iso(now - 70 * day),
    ...(end && { end, endedAt: iso(now - 70 * day + 90_000) }),
  };
}
