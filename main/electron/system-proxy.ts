import { session } from 'electron';
import type { ResolveProxy } from '../network/system-proxy.ts';

/**
 * Asks Chromium for the system's proxy, in a session of its own that goes by the system's settings. Scripts that choose
 * a proxy (PAC) are not followed: Chromium may resolve no names here, so it cannot fetch them.
 */
export function resolveSystemProxy(): ResolveProxy {
  const own = session.fromPartition('system-proxy');
  const isReady = own.setProxy({ mode: 'system' });
  return async (url) => {
    await isReady;
    return own.resolveProxy(url);
  };
}
