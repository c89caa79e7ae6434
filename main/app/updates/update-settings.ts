import * as z from 'zod';
import { updateServerSchema } from '../../../shared/contract/terminal/updates.ts';
import { fail } from '../../../shared/failure.ts';
import { type Settings, settingKey } from '../../base/platform/settings.ts';
import type { Seen } from './check-manifest.ts';

const storedSchema = z.object({
  server: updateServerSchema.optional(),
  automatic: z.boolean(),
  night: z.object({ from: z.string(), to: z.string() }),
});
export type StoredUpdates = z.infer<typeof storedSchema>;

const atFirst: StoredUpdates = { automatic: true, night: { from: '02:00', to: '05:00' } };
const setting = settingKey('updates', storedSchema.default(atFirst).catch(atFirst));
const seenSetting = settingKey(
  'updates.seen',
  z.record(z.string(), z.object({ serial: z.int(), digest: z.string() })).default({}),
);

/** The part of a managed machine’s policy about updates. */
export interface UpdatePolicy {
  readonly server?: string | undefined;
  readonly ring?: string | undefined;
}

/** The settings of updates. No server is known until one is set, so none is asked. */
export function createUpdateSettings(settings: Settings, policy: UpdatePolicy) {
  const stored = () => settings.read(setting);
  return {
    get server() {
      return policy.server ?? stored().server;
    },
    serverFromPolicy: policy.server !== undefined,
    ring: policy.ring ?? 'stable',
    get automatic() {
      return stored().automatic;
    },
    get night() {
      return stored().night;
    },
    /** Writes the settings. @throws FailureError `not-allowed` for a server other than the policy's */
    write(next: StoredUpdates) {
      if (policy.server === undefined) return settings.write(setting, next);
      if (next.server !== policy.server) fail('set-by-policy');
      settings.write(setting, { ...next, server: stored().server });
    },
    /** The last seen serials, which only rise, by ring. */
    serials: {
      last: (ring: string) => settings.read(seenSetting)[ring],
      note: (ring: string, seen: Seen) =>
        settings.write(seenSetting, { ...settings.read(seenSetting), [ring]: seen }),
    },
  };
}

export type UpdateSettings = ReturnType<typeof createUpdateSettings>;
