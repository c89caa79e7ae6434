import { type Company, companySchema } from '../../../shared/company.ts';
import type { CommandParsed } from '../../../shared/contract/index.ts';
import { companySetting } from '../../../shared/stored/settings/environment.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { asCertified, certifiedFields, refuseCertifiedChange } from './certified-company.ts';
import type { Credentials } from './credentials.ts';

export function createCompanyRecord(
  ledger: Pick<Ledger, 'chain' | 'settings' | 'audit'>,
  credentials: Pick<Credentials, 'state' | 'flow' | 'certificate'>,
  company: () => Company | undefined,
  clock: Pick<Clock, 'now'>,
) {
  const isFixed = () => credentials.state() !== 'none' || credentials.flow.view()?.running === true;

  /** Returns the company as the certificate states it, so that saving it puts right what was changed outside the program. */
  function certified(): Company | undefined {
    const kept = company();
    const certificate = credentials.certificate();
    return kept && certificate ? asCertified(kept, certificate) : kept;
  }

  return {
    certified,
    /** Returns the fields that cannot change, because a certificate holds them or is being requested with them. */
    fixed: () => (isFixed() ? [...certifiedFields] : []),
    /** Stores the company, with a line in the audit log. @throws FailureError `bad-input` when a fixed field changes */
    save(input: CommandParsed<'company.save'>, actor: string): Company {
      const after = companySchema.parse(input);
      const before = certified();
      if (before !== undefined && isFixed()) refuseCertifiedChange(before, after);
      ledger.chain.exclusively(() => {
        ledger.settings.write(companySetting, after);
        ledger.audit.write({ at: clock.now(), actor, action: 'company-saved', detail: after });
      });
      return after;
    },
  };
}
