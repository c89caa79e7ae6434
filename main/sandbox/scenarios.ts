import type { CredentialStore } from './credential-store.ts';

/* What the authority can be made to do at once and for good, unlike a fault, which is in force for a while. */

export type Scenario =
  | {
      readonly kind: 'revoke' | 'change-secret';
      /**
       * Whose pairs: `all`, or those of the devices whose VAT number and serial contain this text; the newest
       * production pair alone where left out.
       */
      readonly of?: string | undefined;
    }
  | { readonly kind: 'forget-steps' | 'expire-otps' };
export type ScenarioKind = Scenario['kind'];

/** Reads `revoke`, `revoke=all`, `revoke=TEXT`, the same of `change-secret`, `forget-steps` or `expire-otps`. */
export function parseScenario(text: string): Scenario | undefined {
  if (text === 'forget-steps' || text === 'expire-otps') return { kind: text };
  const [, name, of] = /^(revoke|change-secret)(?:=(.{1,100}))?$/.exec(text) ?? [];
  if (name !== 'revoke' && name !== 'change-secret') return undefined;
  return { kind: name, of };
}

/**
 * @param now milliseconds since 1970
 * @returns how many pairs, steps or passwords it changed; 0 when there were none
 */
export function playScenario(deed: Scenario, credentials: CredentialStore, now: number): number {
  switch (deed.kind) {
    case 'forget-steps':
      return credentials.forgetSteps();
    case 'expire-otps':
      return credentials.expireOtps(now);
    case 'revoke':
      return credentials.revoke(credentials.choose(deed.of), now);
    case 'change-secret':
      return credentials.changeSecret(credentials.choose(deed.of));
  }
}
