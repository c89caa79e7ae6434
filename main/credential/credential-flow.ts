import type { Company } from '../../shared/company.ts';
import type { FlowKind, FlowView, SeriesDocument } from '../../shared/contract/credentials.ts';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import type { Gateway } from '../gateway/client.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { Flow } from '../ledger/credential-flows.ts';
import type { CredentialStage, StoredCredential } from '../ledger/credential-history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { csidToCertificateText, readCertificate } from '../stamp/certificate.ts';
import { makeCertificateRequest } from '../stamp/certificate-request.ts';
import { SigningKey } from '../stamp/key.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { certificateSubject } from './certificate-subject.ts';
import { checkIssued, isUseless } from './check-issued.ts';
import { flowView, type Running } from './flow-steps.ts';
import type { KeyRing } from './key-ring.ts';
import { flowNames, type KeptPair, keepPair, keptPair, keptSecret, pairSecret } from './pair-secret.ts';
import { passSeries } from './pass-series.ts';
import { type Issued, refuse } from './refusal.ts';

export interface CredentialFlowOptions {
  readonly environment: Environment;
  readonly ledger: Ledger;
  readonly secrets: SecretStore;
  readonly gateway: Gateway;
  readonly profile: GatewayProfile;
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  /** Who sells here and on which terminal. */
  readonly company: () => Company;
  /** Before a re-issue: what waits goes while the old pair still serves. Answers when it has, or cannot. */
  readonly sendWaiting: () => Promise<void>;
  /** A failure as a value; anything else is a defect, which it logs. */
  readonly failureOf: (error: unknown) => Failure;
  /** The flow moved. */
  readonly onChange: () => void;
}

/** Onboarding, renewal and re-issue: the ways to a production credential. One at a time. */
export interface CredentialFlow {
  /** The flow that is under way or stands still. */
  view(): FlowView | undefined;
  /**
   * Begins one and goes as far as it gets. Where one of that kind stands still, goes on with it.
   * @returns why it stands still now, which its row keeps too; undefined when it came to its end
   * @throws FailureError `flow-running`, `already-onboarded`, `not-onboarded`: nothing was begun
   */
  begin(kind: FlowKind, otp: string): Promise<Failure | undefined>;
  /** @throws FailureError `flow-running`; `not-found` when nothing was begun */
  proceed(otp?: string): Promise<Failure | undefined>;
  /**
   * At start, before the keys are loaded: a flow that has its production pair and was broken off before the last row is
   * brought to its end, and so is what a flow was destroying.
   */
  recover(): Promise<Failure | undefined>;
  /**
   * Gives it up and destroys what it had; what was in force before stays. One that is through is brought to its end.
   * Where none is open, gives up the new pair that is on trial.
   */
  abandon(): Promise<void>;
  /** Begins no further step and waits for the call under way, whose answer is kept; the flow stays resumable. */
  stop(): Promise<void>;
}

/**
 * Each step is a row before the next begins, so a flow goes on where it was broken off: after a crash, a lost answer,
 * a refusal. The order of writing is always vault, then row, and names in the vault are known before the pair is.
 */
export function createCredentialFlow(options: CredentialFlowOptions): CredentialFlow {
  const { environment, ledger, secrets, gateway, profile, clock, keyRing, company, onChange } = options;
  const { flows, credentials } = ledger;
  const names = flowNames(ledger);
  let running: Running | undefined;
  let stopped = false;
  let last: Promise<unknown> = Promise.resolve();

  const audit = (action: string, detail?: unknown) =>
    ledger.audit.write({ at: clock.now(), actor: 'terminal', action, detail });

  function now(step: Running['step'], document?: SeriesDocument): void {
    if (stopped) fail('terminal-busy');
    running = { step, document };
    onChange();
  }

  /** The compliance pair of a flow: the row, or what the vault has when the row was never written. */
  async function complianceOf(flow: Flow, key: SigningKey): Promise<StoredCredential | undefined> {
    const current = credentials.current('compliance');
    if (current?.flowId === flow.id) return current;
    const pair = await keptPair(secrets, names.pair('compliance', flow.id));
    return pair && record('compliance', flow, pair, key);
  }

  function record(stage: CredentialStage, flow: Flow, pair: KeptPair, key: SigningKey): StoredCredential {
    const at = clock.now();
    const certificate = readCertificate(csidToCertificateText(pair.csid));
    checkIssued(certificate, {
      step: stage,
      key,
      vatNumber: company().vatNumber,
      template: profile.templates[environment],
      now: at,
    });
    const saved = credentials.save(
      {
        stage,
        csid: pair.csid,
        requestId: pair.requestId,
        certificate: certificate.text,
        vaultKey: names.pair(stage, flow.id),
        keyName: names.key(flow.id),
        flowId: flow.id,
        state: 'held',
        issuedAt: at,
      },
      at,
    );
    flows.update(flow.id, { asked: undefined });
    const { serial, validTo } = certificate;
    audit(`credential.${stage}`, { flow: flow.kind, serial, validTo: new Date(validTo).toISOString() });
    return saved;
  }

  async function keep(stage: CredentialStage, flow: Flow, issued: Issued, key: SigningKey) {
    const pair = { ...issued.pair, requestId: issued.requestId };
    await keepPair(secrets, names.pair(stage, flow.id), pair);
    try {
      return record(stage, flow, pair, key);
    } catch (error) {
      // A certificate that cannot serve is not kept: asking again begins from a clear state.
      if (error instanceof FailureError && isUseless(error.failure))
        await secrets.delete(names.pair(stage, flow.id));
      throw error;
    }
  }

  /** Made once, stored and read back before anything is built on it. */
  async function keyOf(flow: Flow): Promise<SigningKey> {
    const name = names.key(flow.id);
    const kept = await secrets.get(name);
    if (kept !== undefined) return SigningKey.fromSecret(kept);
    if (credentials.current('compliance')?.flowId === flow.id)
      return fail('vault-unavailable', { detail: { why: 'missing' } });
    await secrets.set(name, SigningKey.generate().toSecret());
    return SigningKey.fromSecret(await keptSecret(secrets, name));
  }

  /** Asks, with a row before and after, so that a lost answer is known as one. */
  async function ask<T extends { kind: string }>(
    flow: Flow,
    what: 'compliance' | 'production',
    call: () => Promise<T>,
  ): Promise<T> {
    flows.update(flow.id, { asked: what });
    const outcome = await call();
    if (outcome.kind !== 'unknown' && outcome.kind !== 'issued' && outcome.kind !== 'not-compliant')
      flows.update(flow.id, { asked: undefined });
    return outcome;
  }

  /** @returns the compliance pair; undefined when a renewal was answered with the production pair at once */
  async function requestCompliance(flow: Flow, key: SigningKey, otp: string | undefined) {
    if (otp === undefined)
      return fail('bad-input', { issues: [{ path: ['otp'], code: 'required', message: 'is needed' }] });
    const request = makeCertificateRequest(
      key,
      certificateSubject(company()),
      profile.templates[environment],
    );
    const inForce = keyRing.inForce();
    if (flow.kind !== 'renewal' || inForce === undefined) {
      const outcome = await ask(flow, 'compliance', () => gateway.requestCompliance(request, otp));
      if (outcome.kind !== 'issued') return refuse('compliance', outcome);
      return keep('compliance', flow, outcome, key);
    }
    const outcome = await ask(flow, 'compliance', () => gateway.renewProduction(inForce.pair, request, otp));
    if (outcome.kind === 'not-compliant') return keep('compliance', flow, outcome, key);
    if (outcome.kind !== 'issued') return refuse('compliance', outcome);
    await adopt(flow, outcome, key);
    return undefined;
  }

  /** The new pair is in force; what it takes the place of goes when it has proved itself, after a leak at once. */
  async function adopt(flow: Flow, issued: Issued, key: SigningKey): Promise<void> {
    await keep('production', flow, issued, key);
    await finish(flow);
  }

  async function finish(flow: Flow): Promise<void> {
    const compliance = credentials.current('compliance');
    if (compliance?.flowId === flow.id) {
      await secrets.delete(compliance.vaultKey);
      credentials.end(compliance.id, 'superseded', clock.now());
    }
    flows.end(flow.id, 'done', clock.now());
    audit(`credential.${flow.kind}.done`);
    await keyRing.load();
    await keyRing.clearUp();
  }

  async function go(flow: Flow, otp: string | undefined): Promise<void> {
    now('key');
    if (flow.kind === 'onboarding' && (await secrets.has(`${environment}/production/`)))
      if ((await keptPair(secrets, names.pair('production', flow.id))) === undefined)
        // A chain began with these secrets, unless it is this very flow's last step that was broken off.
        fail('ledger-lost');
    const key = await keyOf(flow);

    const production = await keptPair(secrets, names.pair('production', flow.id));
    if (production !== undefined) {
      if (credentials.current('production')?.flowId !== flow.id) record('production', flow, production, key);
      return finish(flow);
    }

    now('compliance');
    const compliance = (await complianceOf(flow, key)) ?? (await requestCompliance(flow, key, otp));
    if (compliance === undefined) return;

    now('series');
    if (compliance.state === 'held') {
      await passSeries({
        ...options,
        flow,
        compliance,
        key,
        company: company(),
        onDocument: (document) => now('series', document),
      });
      credentials.save({ ...compliance, state: 'eligible' }, clock.now());
      audit('credential.eligible', { flow: flow.kind });
    }

    now('production');
    const pair = { csid: compliance.csid, secret: await pairSecret(secrets, compliance.vaultKey) };
    const outcome = await ask(flow, 'production', () =>
      gateway.requestProduction(pair, compliance.requestId),
    );
    if (outcome.kind === 'refused' && outcome.code === profile.missingStepsCode) {
      // The authority has not what we know as passed: the whole series goes again.
      for (const row of flows.series(flow.id))
        flows.setSeries(flow.id, { ...row, state: 'waiting' }, clock.now());
      credentials.save({ ...compliance, state: 'held' }, clock.now());
    }
    if (outcome.kind !== 'issued') refuse('production', outcome);
    else await adopt(flow, outcome, key);
  }

  /** One run of a flow, to its end or to where it stands still. */
  function run(flow: Flow, otp: string | undefined): Promise<Failure | undefined> {
    const under = runOnce(flow, otp);
    last = under.catch(() => undefined);
    return under;
  }

  async function runOnce(flow: Flow, otp: string | undefined): Promise<Failure | undefined> {
    running = { step: 'key' };
    try {
      flows.update(flow.id, { failure: undefined });
      await go(flow, otp);
      return undefined;
    } catch (error) {
      const failure = options.failureOf(error);
      // The program ends, and the flow stands still for no other reason.
      if (stopped) return failure;
      // What has ended keeps no failure: the keys could not be read, which whoever needs them will say again.
      if (flows.open()?.id === flow.id) flows.update(flow.id, { failure });
      audit(`credential.${flow.kind}.stopped`, { code: failure.code, ...failure.detail });
      return failure;
    } finally {
      running = undefined;
      onChange();
    }
  }

  function refuseWhileRunning(): void {
    if (running !== undefined) fail('flow-running');
  }

  return {
    view() {
      const flow = flows.open();
      if (flow === undefined) return undefined;
      const compliance = credentials.current('compliance');
      const rows = { flow, hasCompliance: compliance?.flowId === flow.id, series: flows.series(flow.id) };
      return flowView(rows, running, company().certificate.documentTypes);
    },
    async begin(kind, otp) {
      refuseWhileRunning();
      const open = flows.open();
      if (open !== undefined && open.kind !== kind) fail('flow-running');
      if ((kind === 'onboarding') !== (credentials.current('production') === undefined))
        fail(kind === 'onboarding' ? 'already-onboarded' : 'not-onboarded');
      running = { step: 'key' };
      try {
        if (open === undefined && kind === 'reissue') await options.sendWaiting();
      } finally {
        running = undefined;
      }
      const flow = open ?? flows.begin(kind, clock.now());
      if (open === undefined) audit(`credential.${kind}.begun`);
      return run(flow, otp);
    },
    async proceed(otp) {
      refuseWhileRunning();
      return run(flows.open() ?? fail('not-found'), otp);
    },
    async recover() {
      if (running !== undefined) return undefined;
      await keyRing.clearUp();
      const flow = flows.open();
      if (flow === undefined) return undefined;
      const pair = await keptPair(secrets, names.pair('production', flow.id));
      return pair && run(flow, undefined);
    },
    async abandon() {
      refuseWhileRunning();
      const flow = flows.open();
      if (flow === undefined) {
        await keyRing.giveUpTrial();
        onChange();
        return;
      }
      if (credentials.current('production')?.flowId === flow.id) {
        await run(flow, undefined);
        return;
      }
      // Nothing goes on with what is being destroyed.
      running = { step: 'key' };
      try {
        const compliance = credentials.current('compliance');
        await secrets.delete(names.pair('production', flow.id));
        await secrets.delete(names.pair('compliance', flow.id));
        await secrets.delete(names.key(flow.id));
        if (compliance?.flowId === flow.id) credentials.end(compliance.id, 'abandoned', clock.now());
        flows.end(flow.id, 'abandoned', clock.now());
        audit(`credential.${flow.kind}.abandoned`);
      } finally {
        running = undefined;
        onChange();
      }
    },
    async stop() {
      stopped = true;
      await last;
    },
  };
}
