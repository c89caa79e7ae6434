import { companySchema } from '../../shared/company.ts';
import { fail } from '../../shared/failure.ts';
import { certifiedFields, refuseCertifiedChange } from '../credential/certified-company.ts';
import { companySetting } from '../credential/kept-company.ts';
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

/** Commands about the company that sells in one environment, and its credential. */
export function credentialCommands(
  environment: OpenEnvironment,
  {
    clock,
    hasPeople,
    goLive,
    onStatus: onChange,
  }: {
    readonly clock: Clock;
    readonly hasPeople: () => boolean;
    readonly goLive: Pick<GoLive, 'checkOnboarding'>;
    /** Called when the status may have changed. */
    readonly onStatus: () => void;
  },
): HandlersOf<'company.' | 'credential.'> {
  const { ledger, credentials, company } = environment;
  const { flow } = credentials;
  const view = () => environment.credentialView();

  /**
   * Returns true when a certificate holds these values or is being requested with them. This is read again at each
   * request.
   */
  const isFixed = () => credentials.state() !== 'none' || flow.view()?.running === true;

  /**
   * Two processes in one flow would each request a pair, and the company must not change during a flow of the other
   * process.
   */
  function refuseBeside(): void {
    if (!environment.isLeader) fail('terminal-busy');
  }

  return {
    'company.get': () => ({ company: company(), fixed: isFixed() ? [...certifiedFields] : [] }),
    'company.save': (input, { name }) => {
      refuseBeside();
      const after = companySchema.parse(input);
      const before = company();
      if (before !== undefined && isFixed()) refuseCertifiedChange(before, after);
      ledger.settings.write(companySetting, after);
      ledger.audit.write({ at: clock.now(), actor: name, action: 'company-saved', detail: after });
      onChange();
      return { company: after };
    },

    'credential.get': view,
    'credential.begin': async ({ kind, otp, confirm }, { name }) => {
      refuseBeside();
      if (company() === undefined) fail('no-company');
      if (environment.environment !== 'training' && !hasPeople()) fail('no-manager');
      const goesLive = environment.environment === 'production' && kind === 'onboarding';
      if (goesLive && confirm !== 'production')
        fail('bad-input', {
          issues: [{ path: ['confirm'], code: 'required', message: 'production must be confirmed' }],
        });
      const settled = goesLive ? await goLive.checkOnboarding() : [];
      const detail = settled.length > 0 ? { settled } : undefined;
      ledger.audit.write({ at: clock.now(), actor: name, action: `credential.${kind}.asked`, detail });
      await flow.begin(kind, otp);
      return view();
    },
    'credential.continue': async ({ otp }) => {
      refuseBeside();
      // Training gets its password from its own sandbox.
      if (environment.environment === 'training')
        await environment.getReady(undefined).catch(() => undefined);
      else await flow.proceed(otp);
      return view();
    },
    'credential.abandon': async () => {
      refuseBeside();
      await flow.abandon();
      return view();
    },
  };
}
