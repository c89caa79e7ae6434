import type { FleetView } from '../../shared/contract/fleet.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Membership } from '../fleet/feed/membership.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

/** The commands about the membership in a head office. The audit log has its address, never the code. */
export function fleetCommands(
  { membership, ledger }: Pick<OpenEnvironment, 'membership' | 'ledger'>,
  clock: Clock,
): HandlersOf<'fleet.'> {
  return {
    'fleet.get': () => viewOf(membership),
    'fleet.enrol': async ({ address, code }, { name: actor }) => {
      const { name } = await membership.enrol(address, code);
      const detail = { address: new URL(address).origin, name };
      ledger.audit.write({ at: clock.now(), actor, action: 'fleet-enrolled', detail });
      return viewOf(membership);
    },
    'fleet.leave': async (_, { name: actor }) => {
      const before = membership.view();
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
