import * as z from 'zod';
import { networkUses, proxyChoiceSchema } from '../../../shared/contract/terminal/network.ts';
import { networkSetting } from '../../../shared/stored/settings/environment.ts';
import type { Settings } from '../platform/settings.ts';

const storedSchema = z.object({
  proxy: proxyChoiceSchema.default('system'),
  user: z.string().optional(),
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })).default([]),
});

export type StoredNetwork = z.infer<typeof storedSchema>;

/** @param onChange called after each change */
export function createNetworkSettings(settings: Pick<Settings, 'read' | 'write'>, onChange = () => {}) {
  return {
    read: () => settings.read(networkSetting),
    write(stored: StoredNetwork) {
      settings.write(networkSetting, stored);
      onChange();
    },
  };
}

export type NetworkSettings = ReturnType<typeof createNetworkSettings>;
