import * as z from 'zod';
import { networkUses, proxyChoiceSchema } from '../../../shared/contract/terminal/network.ts';
import { type Settings, settingKey } from '../platform/settings.ts';

const storedSchema = z.object({
  proxy: proxyChoiceSchema.default('system'),
  user: z.string().optional(),
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })).default([]),
});
const setting = settingKey('network', storedSchema.prefault({}));
export type StoredNetwork = z.infer<typeof storedSchema>;

/** @param onChange called after each change */
export function createNetworkSettings(settings: Settings, onChange = () => {}) {
  return {
    read: () => settings.read(setting),
    write(stored: StoredNetwork) {
      settings.write(setting, stored);
      onChange();
    },
  };
}

export type NetworkSettings = ReturnType<typeof createNetworkSettings>;
