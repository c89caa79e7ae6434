import { type WebhookSettings, webhookSettingsSchema } from '../../../shared/contract/webhooks.ts';
import { type Database, withFailures } from '../../ledger/database.ts';
import { standardSettings } from './policy.ts';

/** What the manager has set of the sender; the standard where he has not. */
export interface SenderSettings {
  get(): WebhookSettings;
  change(more: Partial<WebhookSettings>): WebhookSettings;
}

export function createSenderSettings(database: Database): SenderSettings {
  const select = database.prepare<[], string>('SELECT value FROM webhook_setting').pluck();
  const upsert = database.prepare(
    'INSERT INTO webhook_setting (one, value) VALUES (1, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const read = (): WebhookSettings => {
    const stored = select.get();
    return stored === undefined ? standardSettings : webhookSettingsSchema.parse(JSON.parse(stored));
  };
  const change = database.transaction((more: Partial<WebhookSettings>): WebhookSettings => {
    const said = Object.entries(more).filter(([, value]) => value !== undefined);
    const settings: WebhookSettings = { ...read(), ...Object.fromEntries(said) };
    upsert.run(JSON.stringify(settings));
    return settings;
  });
  return {
    get: () => withFailures(read),
    change: (more) => withFailures(() => change.immediate(more)),
  };
}
