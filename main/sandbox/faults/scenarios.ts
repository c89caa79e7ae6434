import type { CredentialStore } from '../store/credential-store.ts';

/* Lasting changes at the authority, which happen at once; a fault only lasts for a while. */

export type Scenario =
  | {
      readonly kind: 'revoke' | 'change-secret';
      /** The pairs: `all`, or of devices with this text in VAT number or serial; by default the newest. */
      readonly of?: string | undefined;
    }
  | { readonly kind: 'forget-steps' | 'expire-otps' };
export type ScenarioKind = Scenario['kind'];

/** Reads `revoke`, `revoke=all`, `revoke=TEXT`, the same of `change-secret`, `forget-steps`, `expire-otps`. */
export function parseScenario(text: string): Scenario | undefined {
  if (text === 'forget-steps' || text === 'expire-otps') return { kind: text };
  const [, name, of] = /^(revoke|change-secret)(?:=(.{1,100}))?$/.exec(text) ?? [];
  if (name !== 'revoke' && name !== 'change-secret') return undefined;
  return { kind: name, of };
}

/** @param now milliseconds since 1970 @returns the number of pairs, steps or passwords it changed */
export function playScenario(scenario: Scenario, credentials: CredentialStore, now: number): number {
  switch (scenario.kind) {
    case 'forget-steps':
      return credentials.forgetSteps();
    case 'expire-otps':
      return credentials.expireOtps(now);
    case 'revoke':
      return credentials.revoke(credentials.choose(scenario.of), now);
    case 'change-secret':
      return credentials.changeSecret(credentials.choose(scenario.of));
  }
}
