import * as z from 'zod';
import { apiSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** The manager's settings of the API; until they are made, it is off and limited to this machine. */
const apiSettingsSchema = z.object({
  enabled: z.boolean().default(false),
  port: z.int().default(8790),
  network: z.boolean().default(false),
  /** `key`: the name of the private key in the vault. */
  certificate: z
    .object({
      source: z.enum(['own', 'supplied']),
      pem: z.string(),
      key: z.string(),
      /** The terminal's own next certificate, which replaces the present one when it ends. */
      next: z.object({ pem: z.string(), key: z.string() }).optional(),
    })
    .optional(),
});
export type ApiSettings = z.infer<typeof apiSettingsSchema>;

export function createApiSettings(settings: Settings) {
  const get = (): ApiSettings => settings.read(apiSetting);
  return {
    get,
    change(more: Partial<ApiSettings>): ApiSettings {
      const changed = { ...get(), ...more };
      settings.write(apiSetting, changed);
      return changed;
    },
  };
}
