import { type Devices, devicesSchema, ownPrintersSchema } from '../../../shared/contract/till/devices.ts';
import { settingKey } from '../../base/platform/settings.ts';

export const noDevices: Devices = {
  printer: { by: 'system' },
  cut: true,
  drawer: { use: 'none', pin: 2 },
  card: 'none',
};

/** The devices of this till, the same in every environment. A stored value of another version counts as none. */
export const devicesSetting = settingKey('devices', devicesSchema.catch(noDevices).default(noDevices));

/** The printers other than the receipt printer. A stored value of another version is ignored. */
export const ownPrintersSetting = settingKey('printers', ownPrintersSchema.catch({}).default({}));
