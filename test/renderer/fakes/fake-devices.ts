import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { Startup } from '../../../shared/contract/terminal/startup.ts';
import type { Devices, OwnPrinters } from '../../../shared/contract/till/devices.ts';

/** Creates a till whose devices can be configured and always answer. */
export function createFakeDevices() {
  let devices: Devices = {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'none',
  };
  let printers: OwnPrinters = {};
  let startup: Startup = { autostart: false, kiosk: false, isLocked: false, textSize: 100 };
  const done = () => ({});
  return {
    'device.settings': () => devices,
    'device.setSettings': (chosen: Devices) => {
      devices = chosen;
      return devices;
    },
    'device.printers': () => printers,
    'device.setPrinters': (chosen: OwnPrinters) => {
      printers = chosen;
      return printers;
    },
    'device.tryOwnPrinter': done,
    'device.present': () => ({
      drawer: devices.drawer.use !== 'none',
      display: devices.display !== undefined,
      scanner: devices.scanner,
    }),
    'device.tryPrinter': done,
    'device.tryDrawer': done,
    'device.tryDisplay': done,
    'device.tryCard': done,
    'drawer.open': done,
    'display.show': done,
    'startup.get': () => ({ startup }),
    'startup.set': ({
      autostart = startup.autostart,
      kiosk = startup.kiosk,
      textSize = startup.textSize,
    }: CommandParsed<'startup.set'>) => {
      startup = { autostart, kiosk, isLocked: kiosk, textSize };
      return { startup };
    },
    'startup.chooseFolder': () => ({ folder: '/media/usb' }),
    'startup.leaveKiosk': () => {
      startup = { ...startup, isLocked: false };
      return { startup };
    },
  };
}
