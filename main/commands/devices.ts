import type { Devices } from '../../shared/contract/devices.ts';
import { fail } from '../../shared/failure.ts';
import { devicesSetting, ownPrintersSetting } from '../devices/device-settings.ts';
import { openByHand, openDrawer } from '../devices/open-drawer.ts';
import type { TillDevices } from '../devices/till-devices.ts';
import { printerId, triedPrinterSetting } from '../devices/tried-printer.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { actorOf } from '../people/actor-of.ts';
import type { AgreementOptions } from '../people/agreement.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller, HandlersOf } from '../platform/dispatch.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import type { Settings } from '../platform/settings.ts';
import { testPageHtml } from '../receipt/test-page.ts';

export interface DeviceCommandsOptions extends AgreementOptions {
  readonly devices: TillDevices;
  /** The settings of this terminal. */
  readonly settings: Settings;
  readonly clock: Pick<Clock, 'now'>;
}

type DeviceHandlers = HandlersOf<'device.'> & HandlersOf<'drawer.'> & HandlersOf<'display.'>;

/** The commands about the devices at the till. */
export function deviceCommands(
  { ledger, cardTerminal }: Pick<OpenEnvironment, 'ledger' | 'cardTerminal'>,
  options: DeviceCommandsOptions,
): DeviceHandlers {
  const { devices, settings, clock } = options;
  const open = (caller: Caller, more: Pick<Parameters<typeof openDrawer>[0], 'detail' | 'pulse'>) =>
    openDrawer({ ledger, clock, by: actorOf(caller), ...more });

  return {
    'device.settings': () => devices.settings(),
    'device.setSettings': (chosen: Devices, { name: actor }) => {
      settings.write(devicesSetting, chosen);
      ledger.audit.write({ at: clock.now(), actor, action: 'devices-set', detail: chosen });
      return chosen;
    },
    'device.printers': () => settings.read(ownPrintersSetting),
    'device.setPrinters': (chosen, { name: actor }) => {
      settings.write(ownPrintersSetting, chosen);
      ledger.audit.write({ at: clock.now(), actor, action: 'devices-set', detail: { printers: chosen } });
      return chosen;
    },
    'device.present': () => {
      const { drawer: own, display } = devices.settings();
      return { drawer: own.use !== 'none', display: display !== undefined };
    },
    'device.tryPrinter': async ({ printer, paper, cut }) => {
      const { date, time } = riyadhDateTime(clock.now());
      await devices.printOn(printer, testPageHtml({ paper, at: `${date} ${time}` }), { paper, cut });
      settings.write(triedPrinterSetting, printerId(printer, undefined));
      return {};
    },
    'device.tryOwnPrinter': async ({ name, paper, ...own }) => {
      const printer = devices.printer ?? fail('print-failed', { detail: { why: 'no window' } });
      const { date, time } = riyadhDateTime(clock.now());
      await printer.print(testPageHtml({ paper, at: `${date} ${time}` }), { paper, printer: name, own });
      return {};
    },
    'device.tryDrawer': async ({ printer, pin }, caller) => {
      await open(caller, { detail: { why: 'trial' }, pulse: () => devices.kick(printer, pin) });
      return {};
    },
    'device.tryDisplay': async (display) => {
      await devices.display.welcome(display);
      return {};
    },
    'device.tryCard': async ({ card }) => {
      await cardTerminal.probe(card);
      return {};
    },
    'drawer.open': async ({ reason }, caller) => {
      await openByHand(reason, caller, { agreements: options, ledger, clock, pulse: devices.openDrawer });
      return {};
    },
    'display.show': (shown) => {
      devices.display.show(shown);
      return {};
    },
  };
}
