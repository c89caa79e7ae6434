import type { OpenEnvironment } from '../environment/environment.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

/**
 * The commands about an environment's proxy and trusted authorities. Each change is in the audit log; no password is.
 */
export function networkCommands(
  { network, ledger, submitter }: OpenEnvironment,
  clock: Clock,
): HandlersOf<'network.'> {
  /** Called when the connection changed: waiting documents use the new one at once. */
  function changed(actor: string, action: AuditAction, detail: unknown) {
    ledger.audit.write({ at: clock.now(), actor, action, detail });
    submitter.wake('network');
    return network.view();
  }

  return {
    'network.get': () => network.view(),
    'network.setProxy': async ({ proxy, user, password }, { name }) => {
      await network.setProxy(proxy, user, password);
      return changed(name, 'network.proxy-set', { proxy, user });
    },
    'network.addAuthority': async ({ pem, uses }, { name }) => {
      const before = new Set((await network.view()).authorities.map(({ fingerprint }) => fingerprint));
      network.addAuthorities(pem, uses);
      const added = (await network.view()).authorities.filter(({ fingerprint }) => !before.has(fingerprint));
      return changed(name, 'network.authority-added', { added, uses });
    },
    'network.removeAuthority': ({ fingerprint }, { name }) => {
      network.removeAuthority(fingerprint);
      return changed(name, 'network.authority-removed', { fingerprint });
    },
  };
}
