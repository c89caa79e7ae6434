import type { OfficeView } from '../../../../shared/contract/programs/office.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { Policy } from '../../../base/platform/policy/read-policy.ts';
import type { Membership } from '../../../link/feed/membership.ts';
import { addressToEnrol, leaveOffice } from '../../../link/feed/under-policy.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import type { CommandContext } from '../context.ts';

/** The commands about the membership in a head office. The audit log has its address, never the code. */
export function officeCommands({
  environment: { membership, ledger },
  terminal: { clock, policy },
}: CommandContext<
  Pick<OpenEnvironment, 'membership' | 'ledger'>,
  { readonly clock: Clock; readonly policy: Pick<Policy, 'headOffice'> },
  unknown
>): HandlersOf<'office.'> {
  return {
    'office.get': () => viewOf(membership),
    'office.enrol': async ({ address: given, code }, { name: actor }) => {
      const address = addressToEnrol(given, policy);
      const { name } = await membership.enrol(address, code);
      const detail = { address: new URL(address).origin, name };
      ledger.audit.write({ at: clock.now(), actor, action: 'office-enrolled', detail });
      return viewOf(membership);
    },
    'office.leave': async (_, { name: actor }) => {
      const { before, told } = await leaveOffice(membership, policy);
      if (before !== undefined) {
        const detail = { address: before.address, name: before.name, told };
        ledger.audit.write({ at: clock.now(), actor, action: 'office-left', detail });
      }
      return { ...viewOf(membership), told };
    },
  };
}

function viewOf(membership: Membership): OfficeView {
  const view = membership.view();
  if (view === undefined) return {};
  const { address, name, last, lastContact, contact, orders } = view;
  return {
    membership: {
      address,
      name,
      state: last?.state,
      lastContact: lastContact === undefined ? undefined : new Date(lastContact).toISOString(),
      contact,
      orders: orders.map(({ at, ...order }) => ({ ...order, at: new Date(at).toISOString() })),
    },
  };
}
