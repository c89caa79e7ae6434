import type { FleetView } from '../../shared/contract/fleet.ts';
import { fail } from '../../shared/failure.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Membership } from '../fleet/feed/membership.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { Policy } from '../platform/policy/read-policy.ts';

/** The commands about the membership in a head office. The audit log has its address, never the code. */
export function fleetCommands(
  { membership, ledger }: Pick<OpenEnvironment, 'membership' | 'ledger'>,
  clock: Clock,
  { headOffice }: Pick<Policy, 'headOffice'>,
): HandlersOf<'fleet.'> {
  /** The address by the machine's policy, which allows no other one. */
  const set = headOffice && new URL(headOffice.address).origin;
  return {
    'fleet.get': () => viewOf(membership),
    'fleet.enrol': async ({ address: asked, code }, { name: actor }) => {
      const address = asked ?? set ?? fail('bad-input', { issues: [missingAddress] });
      if (set !== undefined && new URL(address).origin !== set) fail('set-by-policy');
      const { name } = await membership.enrol(address, code);
      const detail = { address: new URL(address).origin, name };
      ledger.audit.write({ at: clock.now(), actor, action: 'fleet-enrolled', detail });
      return viewOf(membership);
    },
    'fleet.leave': async (_, { name: actor }) => {
      const before = membership.view();
      // A till that the office no longer knows, or that no longer trusts the office's address, may leave in order to be
      // enrolled again.
      const isOver = ['left', 'unknown', 'other-certificate'].includes(before?.last?.state ?? '');
      if (set !== undefined && before?.address === set && !isOver) fail('set-by-policy');
      const told = await membership.leave();
      if (before !== undefined)
        ledger.audit.write({
          at: clock.now(),
          actor,
          action: 'fleet-left',
          detail: { address: before.address, name: before.name, told },
        });
      return { ...viewOf(membership), told };
    },
  };
}

const missingAddress = { path: ['address'], code: 'missing', message: 'is needed' };

function viewOf(membership: Membership): FleetView {
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
