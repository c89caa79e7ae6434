import { type FailureCode, fail } from '../../../../shared/failure.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { createCompanyRecord } from '../../../sending/credential/company-record.ts';
import { continueFlow } from '../../environment/credentials/continue-flow.ts';
import type { CommandContext } from '../context.ts';

export function credentialCommands({
  environment,
  terminal: { clock, goLive, onStatus },
}: CommandContext): HandlersOf<'company.' | 'credential.'> {
  const { ledger, credentials, company } = environment;
  const { flow } = credentials;
  const view = () => environment.credentialView();
  const record = createCompanyRecord(ledger, credentials, company, clock);

  /** Looks again if sales can be issued, when this may have settled what kept the environment from it. */
  async function afterRepair(code: FailureCode): Promise<void> {
    // The status shows what is left.
    if (environment.unready?.code === code) await environment.getReady().catch(() => undefined);
  }

  return {
    'company.get': () => ({ company: record.certified(), fixed: record.fixed() }),
    'company.save': async (input, { name }) => {
      const saved = record.save(input, name);
      await afterRepair('seller-differs');
      onStatus();
      return { company: saved };
    },

    'credential.get': view,
    'credential.begin': async ({ kind, otp, confirm }, { name }) => {
      ledger.refuseNewer();
      if (company() === undefined) fail('no-company');
      const settled = await goLive.checkFlow(environment.environment, kind, confirm);
      const detail = settled.length > 0 ? { settled } : undefined;
      ledger.audit.write({ at: clock.now(), actor: name, action: `credential.${kind}.asked`, detail });
      await flow.begin(kind, otp);
      await afterRepair('vault-unavailable');
      return view();
    },
    'credential.continue': async ({ otp }) => {
      await continueFlow(environment, otp);
      await afterRepair('vault-unavailable');
      return view();
    },
    'credential.abandon': async () => {
      await flow.abandon();
      return view();
    },
  };
}
