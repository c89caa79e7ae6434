import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { AuditAction } from '../../../books/ledger/audit/audit-actions.ts';
import type { CommandContext } from '../context.ts';

/** The commands about proxy and trusted authorities. The audit log has each change, and no password. */
export function networkCommands({
  environment: { network, changeNetwork, ledger },
  terminal: { clock },
}: CommandContext): HandlersOf<'network.'> {
  function changed(actor: string, action: AuditAction, detail: unknown) {
    ledger.audit.write({ at: clock.now(), actor, action, detail });
    return network.view();
  }

  return {
    'network.get': () => network.view(),
    'network.setProxy': async ({ proxy, user, password }, { name }) => {
      await changeNetwork(() => network.setProxy(proxy, user, password));
      return changed(name, 'network.proxy-set', { proxy, user });
    },
    'network.addAuthority': async ({ pem, uses }, { name }) => {
      const added = await changeNetwork(() => network.addAuthorities(pem, uses));
      return changed(name, 'network.authority-added', { added, uses });
    },
    'network.removeAuthority': async ({ fingerprint }, { name }) => {
      await changeNetwork(() => network.removeAuthority(fingerprint));
      return changed(name, 'network.authority-removed', { fingerprint });
    },
  };
}
