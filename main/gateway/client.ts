import type { Pair } from './basic.ts';
import type { IssueOutcome } from './issue-outcome.ts';
import type { Outcome } from './outcome.ts';
import type { GatewayProfile } from './profile.ts';

/** One document as the gateway takes it. */
export interface SubmissionBody {
  /** Base64, see StampedInvoice.hash. */
  readonly hash: string;
  readonly uuid: string;
  /** The exact bytes that were sealed. */
  readonly xml: Uint8Array;
}

/** The six calls of the gateway. None ever rejects: whatever happens is an outcome. */
export interface Gateway {
  requestCompliance(csr: string, otp: string): Promise<IssueOutcome>;
  checkCompliance(pair: Pair, body: SubmissionBody): Promise<Outcome>;
  requestProduction(pair: Pair, requestId: string): Promise<IssueOutcome>;
  renewProduction(pair: Pair, csr: string, otp: string): Promise<IssueOutcome>;
  report(pair: Pair, body: SubmissionBody): Promise<Outcome>;
  clear(pair: Pair, body: SubmissionBody): Promise<Outcome>;
}

export interface GatewayOptions {
  readonly profile: GatewayProfile;
  /** Base address of the environment; https, or http on this machine. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Language of the authority's messages. */
  readonly language?: 'en' | 'ar' | undefined;
  /** Instead of the profile's time-out, milliseconds. */
  readonly timeoutMs?: number | undefined;
}

export declare function createGateway(options: GatewayOptions): Gateway;
