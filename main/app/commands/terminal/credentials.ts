import { fail } from '../../../../shared/failure.ts';
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

  /** Two processes in one flow would each request a pair, and the company must not change during a flow. */
  function refuseBeside(): void {
    if (!environment.isLeader) fail('terminal-busy');
  }

  return {
    'company.get': () => ({ company: company(), fixed: record.fixed() }),
    'company.save': (input, { name }) => {
      refuseBeside();
      const saved = record.save(input, name);
      onStatus();
      return { company: saved };
    },

    'credential.get': view,
    'credential.begin': async ({ kind, otp, confirm }, { name }) => {
      refuseBeside();
      if (company() === undefined) fail('no-company');
      const settled = await goLive.checkFlow(environment.environment, kind, confirm);
      const detail = settled.length > 0 ? { settled } : undefined;
      ledger.audit.write({ at: clock.now(), actor: name, action: `credential.${kind}.asked`, detail });
      await flow.begin(kind, otp);
      return view();
    },
    'credential.continue': async ({ otp }) => {
      refuseBeside();
      await continueFlow(environment, otp);
      return view();
    },
    'credential.abandon': async () => {
      refuseBeside();
      await flow.abandon();
      return view();
    },
  };
}
