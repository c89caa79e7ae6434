import { authorityProfile } from '../gateway/profile.ts';

/** Environments of the authority that the sandbox can imitate; the terminal embeds training. */
export const playedEnvironments = ['training', 'simulation', 'production', 'developer-portal'] as const;
export type PlayedEnvironment = (typeof playedEnvironments)[number];

export interface EnvironmentPlay {
  readonly environment: PlayedEnvironment;
  /** Base path, equal to the end of the authority's own addresses. */
  readonly basePath: string;
  /** The certificate template that a request must name; others are answered with NOT_COMPLIANT. */
  readonly template: string;
  /**
   * True for the behaviour of the developer portal (facts on the gateway, "Addresses" and "Time"): it accepts any OTP
   * except the two that its documents call bad, its certificate does not match the caller's key, and the compliance
   * steps are not enforced.
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

/** OTPs that the developer portal refuses as invalid and expired. It accepts 123345 and all others. */
export const refusedPortalOtps: readonly string[] = ['111111', '222222'];
