import { session } from 'electron';
import type { ResolveProxy } from '../../../base/network/system-proxy.ts';

/**
 * Asks Chromium for the system's proxy in a separate session that uses the system's settings. Scripts that choose a
 * proxy (PAC) are not supported: Chromium may not resolve names here, so it cannot fetch them.
 */
export function resolveSystemProxy(): ResolveProxy {
  const proxySession = session.fromPartition('system-proxy');
  const isReady = proxySession.setProxy({ mode: 'system' });
  return async (url) => {
    await isReady;
    return proxySession.resolveProxy(url);
  };
}
