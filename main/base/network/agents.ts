import * as https from 'node:https';
import { rootCertificates } from 'node:tls';
import { identityCheck, type ServerCheck } from './server-check.ts';
import { type ProxyRoute, TunnelAgent } from './tunnel.ts';

/**
 * Creates the agents for one check, one for each route, so that the check has seen every connection that is used.
 * @param check decides about certificates that are otherwise valid
 */
export function createAgents(check: ServerCheck | undefined) {
  const agents = new Map<string, https.Agent>();

  return {
    /** @param certificates PEM of authorities that are trusted in addition to the usual ones */
    of(proxy: ProxyRoute | undefined, certificates: readonly string[]): https.Agent {
      const key = JSON.stringify([proxy, certificates]);
      const existing = agents.get(key);
      if (existing !== undefined) return existing;
      const trust = {
        ...(certificates.length > 0 && { ca: [...rootCertificates, ...certificates] }),
        ...(check && { checkServerIdentity: identityCheck(check) }),
      };
      const agent =
        proxy === undefined
          ? new https.Agent({ keepAlive: true, ...trust })
          : new TunnelAgent(proxy, { keepAlive: true, ...trust });
      agents.set(key, agent);
      return agent;
    },
  };
}
