import type { Devices } from '../../../../shared/contract/till/devices.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { askDrawer, openByHand } from '../../../till/devices/open-drawer.ts';
import { createTestPages } from '../../../till/devices/test-pages.ts';
import type { OpenEnvironment } from '../../environment/environment.ts';
import type { CommandContext, CommandTerminal, CommandTill } from '../context.ts';

type DeviceHandlers = HandlersOf<'device.'> & HandlersOf<'drawer.'> & HandlersOf<'display.'>;

export function deviceCommands({
  environment: { ledger, cardTerminal },
  terminal: { devices, settings, clock },
  till: { agreements },
}: CommandContext<
  Pick<OpenEnvironment, 'ledger' | 'cardTerminal'>,
  Pick<CommandTerminal, 'devices' | 'settings' | 'clock'>,
  Pick<CommandTill, 'agreements'>
>): DeviceHandlers {
  const testPages = createTestPages({ settings, clock });

  return {
    'device.settings': () => devices.settings(),
    'device.setSettings': (chosen: Devices, { name: actor }) => {
      devices.setSettings(chosen);
      ledger.audit.write({ at: clock.now(), actor, action: 'devices-set', detail: chosen });
      return chosen;
    },
    'device.printers': () => devices.ownPrinters(),
    'device.setPrinters': (chosen, { name: actor }) => {
      devices.setOwnPrinters(chosen);
      ledger.audit.write({ at: clock.now(), actor, action: 'devices-set', detail: { printers: chosen } });
      return chosen;
    },
    'device.present': () => devices.present(),
    'device.tryPrinter': (tried) => testPages.onTill(tried, devices),
    'device.tryOwnPrinter': (tried) => testPages.onOwn(tried, devices),
    'device.tryDrawer': async ({ printer, pin }, caller) => {
      const pulse = () => devices.kick(printer, pin);
      await askDrawer({ ledger, clock, by: actorOf(caller), detail: { why: 'trial' } }).open(pulse);
    },
    'device.tryDisplay': (display) => devices.display.welcome(display),
    'device.tryCard': ({ card }) => cardTerminal.probe(card),
    'drawer.open': ({ reason }, caller) =>
      openByHand(reason, caller, { agreements, ledger, clock, pulse: devices.openDrawer }),
    'display.show': (shown) => devices.display.show(shown),
  };
}
