import { fail } from '../../../shared/failure.ts';
import {
  type StoredUpdates,
  seenManifests,
  updatesSetting,
} from '../../../shared/stored/settings/terminal.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { Seen } from './check-manifest.ts';

/** The part of a managed machine’s policy about updates. */
export interface UpdatePolicy {
  readonly server?: string | undefined;
  readonly ring?: string | undefined;
}

/** The settings of updates. No server is known until one is set, so none is asked. */
export function createUpdateSettings(settings: Settings, policy: UpdatePolicy) {
  const stored = () => settings.read(updatesSetting);
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
      if (policy.server === undefined) return settings.write(updatesSetting, next);
      if (next.server !== policy.server) fail('set-by-policy');
      settings.write(updatesSetting, { ...next, server: stored().server });
    },
    /** The last seen serials, which only rise, by ring. */
    serials: {
      last: (ring: string) => settings.read(seenManifests)[ring],
      note: (ring: string, seen: Seen) =>
        settings.write(seenManifests, { ...settings.read(seenManifests), [ring]: seen }),
    },
  };
}

export type UpdateSettings = ReturnType<typeof createUpdateSettings>;
