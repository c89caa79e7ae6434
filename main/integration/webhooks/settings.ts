import type { CommandInput } from '../../../shared/contract/index.ts';
import { type WebhookSettings, webhookSettingsSchema } from '../../../shared/contract/webhooks.ts';
import { type Settings, settingKey } from '../../platform/settings.ts';
import { standardSettings } from './policy.ts';

/** The manager's settings of the sender; the standard ones where there are none. */
export interface SenderSettings {
  get(): WebhookSettings;
  change(more: CommandInput<'webhook.changeSettings'>): WebhookSettings;
}

const setting = settingKey('webhooks', webhookSettingsSchema.prefault(standardSettings));

export function createSenderSettings(settings: Settings): SenderSettings {
  const get = () => settings.read(setting);
  return {
    get,
    change(more) {
      const said = Object.entries(more).filter(([, value]) => value !== undefined);
      const changed = webhookSettingsSchema.parse({ ...get(), ...Object.fromEntries(said) });
      settings.write(setting, changed);
      return changed;
    },
  };
}
