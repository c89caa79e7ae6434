import { readServerTime } from '../base/network/answer-headers.ts';
import { isUsablePair, type Pair } from './basic.ts';
import type { IssueOutcome } from './issue-outcome.ts';
import { type GatewayObserver, observed } from './observe.ts';
import type { Outcome, RawAnswer } from './outcome.ts';
import type { IssueCall, SubmissionCall } from './profile.ts';
import { readSubmissionAnswer } from './read-answer.ts';
import { readIssueAnswer } from './read-issue-answer.ts';
import { askHeaders, createTransport, type TransportOptions } from './transport.ts';

export interface SubmissionBody {
  /** The document's hash in Base64, see StampedInvoice.hash. */
  readonly hash: string;
  readonly uuid: string;
  /** The exact bytes that were issued. */
  readonly xml: Uint8Array;
}

export interface GatewayOptions extends TransportOptions {
  /** Receives every answer's clock and every refused credential; must not throw. */
  readonly observer?: GatewayObserver | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * Creates a client of the gateway at one base address.
 * @throws FailureError `bad-input` for a base address that is not https (http only on this machine)
 */
export function createGateway(options: GatewayOptions) {
  const { profile, observer = {}, now = Date.now } = options;
  const ask = createTransport(options);
  const { requestFields: fields, headers } = profile;

  async function submit(call: SubmissionCall, pair: Pair, body: SubmissionBody): Promise<Outcome> {
    if (!isUsablePair(pair)) return { kind: 'credential-refused', ...refusedHere('credential-malformed') };
    const answer = await ask({
      call,
      pair,
      headers: headers.submission,
      body: {
        [fields.hash]: body.hash,
        [fields.uuid]: body.uuid,
        [fields.invoice]: Buffer.from(body.xml).toString('base64'),
      },
    });
    if (answer.kind !== 'answer') return { kind: 'unknown', why: answer.kind, fault: answer.fault };
    return readSubmissionAnswer(profile, call, answer.status, answer.headers, answer.bodyText);
  }

  async function request(
    call: IssueCall,
    body: Readonly<Record<string, string>>,
    by: { pair?: Pair; otp?: string },
  ): Promise<IssueOutcome> {
    if (by.pair !== undefined && !isUsablePair(by.pair))
      return { kind: 'credential-refused', ...refusedHere('credential-malformed') };
    // A header may contain only these characters.
    if (by.otp !== undefined && !/^[\x21-\x7e]+$/.test(by.otp))
      return { kind: 'refused', code: 'otp-malformed', message: '', ...refusedHere('otp-malformed') };
    const answer = await ask({
      call,
      body,
      pair: by.pair,
      headers: by.otp === undefined ? {} : { [headers.otp]: by.otp },
    });
    if (answer.kind !== 'answer')
      return { kind: 'unknown', why: answer.kind, fault: answer.fault, errors: [] };
    return readIssueAnswer(profile, call, answer.status, answer.headers, answer.bodyText);
  }

  /** Asks the gateway for its time without calling its interface or sending data; the observer receives it. */
  async function askTime(): Promise<void> {
    const begunAt = now();
    const headers = await askHeaders(options);
    const serverTime = headers && readServerTime(headers);
    if (serverTime !== undefined) observer.onServerTime?.({ serverTime, begunAt, endedAt: now() });
  }

  const csrBody = (pem: string) => ({ [fields.csr]: Buffer.from(pem, 'utf8').toString('base64') });

  const submitted: typeof submit = (call, pair, body) =>
    observed(call, pair, { observer, now }, () => submit(call, pair, body));
  const issued: typeof request = (call, body, by) =>
    observed(call, by.pair, { observer, now }, () => request(call, body, by));

  return {
    /** Requests a compliance pair. @param csr PEM */
    requestCompliance: (csr: string, otp: string) => issued('compliance', csrBody(csr), { otp }),
    checkCompliance: (pair: Pair, body: SubmissionBody) => submitted('complianceCheck', pair, body),
    /** Requests a production pair. @param requestId of the compliance pair */
    requestProduction: (pair: Pair, requestId: string) =>
      issued('production', { [fields.complianceRequestId]: requestId }, { pair }),
    renewProduction: (pair: Pair, csr: string, otp: string) => issued('renewal', csrBody(csr), { pair, otp }),
    report: (pair: Pair, body: SubmissionBody) => submitted('reporting', pair, body),
    clear: (pair: Pair, body: SubmissionBody) => submitted('clearance', pair, body),
    askTime,
  };
}

/** The six calls of the gateway. None ever rejects: every result is an outcome. */
export type Gateway = ReturnType<typeof createGateway>;

/** Makes the answer to a call that was refused before sending: HTTP status 0, an empty body, and our own code. */
function refusedHere(code: string): { answer: RawAnswer; warnings: []; errors: { code: string }[] } {
  return { answer: { httpStatus: 0, body: '' }, warnings: [], errors: [{ code }] };
}
