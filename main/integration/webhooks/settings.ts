import * as z from 'zod';
import type { CommandInput } from '../../../shared/contract/index.ts';
import { occurrenceKinds } from '../../../shared/contract/programs/webhook-events.ts';
import {
  eventNameSchema,
  type WebhookSettings,
  webhookSettingsSchema,
} from '../../../shared/contract/programs/webhooks.ts';
import { type Settings, settingKey } from '../../base/platform/settings.ts';
import { standardSettings } from './policy.ts';

/** The stored event names, without kinds that only another version has. */
const storedNames = z.record(z.string(), z.unknown()).transform((names) =>
  Object.fromEntries(
    occurrenceKinds.flatMap((kind) => {
      const name = eventNameSchema.safeParse(names[kind]);
      return name.success ? [[kind, name.data]] : [];
    }),
  ),
);

const { shape } = webhookSettingsSchema;
/** Ignores values of another version: they must not prevent sending. */
const storedSchema = z
  .object({
    names: storedNames.catch(standardSettings.names),
    testName: shape.testName.catch(standardSettings.testName),
    maxAttempts: shape.maxAttempts.catch(standardSettings.maxAttempts),
    timestamp: shape.timestamp.catch(standardSettings.timestamp),
    windowSeconds: shape.windowSeconds.catch(standardSettings.windowSeconds),
  })
  .prefault(standardSettings);
const setting = settingKey('webhooks', storedSchema);

/** The manager's settings of the sender; the standard settings if there are none. */
export function createSenderSettings(settings: Settings) {
  const get = () => settings.read(setting);
  return {
    get,
    change(more: CommandInput<'webhook.changeSettings'>): WebhookSettings {
      const stated = Object.entries(more).filter(([, value]) => value !== undefined);
      const changed = webhookSettingsSchema.parse({ ...get(), ...Object.fromEntries(stated) });
      settings.write(setting, changed);
      return changed;
    },
  };
}
