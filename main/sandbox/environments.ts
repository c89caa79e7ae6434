import { authorityProfile } from '../gateway/profile.ts';

/** An environment of the authority as the sandbox can play it; training is what the terminal embeds. */
export const playedEnvironments = ['training', 'simulation', 'production', 'developer-portal'] as const;
export type PlayedEnvironment = (typeof playedEnvironments)[number];

export interface EnvironmentPlay {
  readonly environment: PlayedEnvironment;
  /** Base path, as the authority's own addresses end. */
  readonly basePath: string;
  /** The certificate template a request must name; another is answered with NOT_COMPLIANT. */
  readonly template: string;
  /**
   * As the developer portal does it (facts on the gateway, "Addresses" and "Time"): any OTP serves except the two that
   * its documents name as bad, the certificate does not match the caller's key, and the compliance steps are not
   * enforced.
   */
  readonly canned: boolean;
}

const { templates } = authorityProfile;

const plays: Readonly<Record<PlayedEnvironment, Omit<EnvironmentPlay, 'environment'>>> = {
  training: { basePath: '/e-invoicing/sandbox', template: templates.training, canned: false },
  simulation: { basePath: '/e-invoicing/simulation', template: templates.simulation, canned: false },
  production: { basePath: '/e-invoicing/core', template: templates.production, canned: false },
  // The developer portal's template is also training's.
  'developer-portal': {
    basePath: '/e-invoicing/developer-portal',
    template: templates.training,
    canned: true,
  },
};

export function playOf(environment: PlayedEnvironment): EnvironmentPlay {
  return { environment, ...plays[environment] };
}

/** OTPs that the developer portal refuses: its documents call them invalid and expired. 123345 and all others serve. */
export const refusedPortalOtps: readonly string[] = ['111111', '222222'];
