import type { Devices } from '../../shared/contract/devices.ts';

/** A till whose devices can be set, and all of which answer. */
export function createFakeDevices() {
  let devices: Devices = {
    printer: { by: 'system' },
    cut: true,
    drawer: { use: 'none', pin: 2 },
    card: 'none',
  };
  const done = () => ({});
  return {
    'device.settings': () => devices,
    'device.setSettings': (chosen: Devices) => {
      devices = chosen;
      return devices;
    },
    'device.present': () => ({
      drawer: devices.drawer.use !== 'none',
      display: devices.display !== undefined,
    }),
    'device.tryPrinter': done,
    'device.tryDrawer': done,
    'device.tryDisplay': done,
    'device.tryCard': done,
    'drawer.open': done,
    'display.show': done,
  };
}
