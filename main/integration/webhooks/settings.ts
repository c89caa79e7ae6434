import type { CommandInput } from '../../../shared/contract/index.ts';
import { type WebhookSettings, webhookSettingsSchema } from '../../../shared/contract/programs/webhooks.ts';
import { webhookSetting } from '../../../shared/stored/settings/integration.ts';
import type { Settings } from '../../base/platform/settings.ts';

/** The manager's settings of the sender; the standard settings if there are none. */
export function createSenderSettings(settings: Settings) {
  const get = () => settings.read(webhookSetting);
  return {
    get,
    change(more: CommandInput<'webhook.changeSettings'>): WebhookSettings {
      const stated = Object.entries(more).filter(([, value]) => value !== undefined);
      const changed = webhookSettingsSchema.parse({ ...get(), ...Object.fromEntries(stated) });
      settings.write(webhookSetting, changed);
      return changed;
    },
  };
}
