import * as z from 'zod';
import { networkUses, proxyChoiceSchema } from '../../shared/contract/network.ts';
import type { Settings } from '../platform/settings.ts';

const storedSchema = z.object({
  proxy: proxyChoiceSchema.default('system'),
  user: z.string().optional(),
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })).default([]),
});
const setting = 'network';
export type StoredNetwork = z.infer<typeof storedSchema>;

/** The manager's settings of the network. */
export interface NetworkSettings {
  read(): StoredNetwork;
  write(stored: StoredNetwork): void;
}

export function createNetworkSettings(settings: Settings): NetworkSettings {
  return {
    read: () => storedSchema.parse(settings.get(setting) ?? {}),
    write: (stored) => settings.set(setting, stored),
  };
}
