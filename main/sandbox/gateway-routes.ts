import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../shared/values/language.ts';
import { readCertificate } from '../document/stamp/certificates/certificate.ts';
import { isObject, type JsonObject } from '../gateway/answer-body.ts';
import type { CallName } from '../gateway/profile.ts';
import { type Answer, refusal } from './answer.ts';
import type { Submitted } from './checks/check-document.ts';
import type { SandboxContext } from './context.ts';
import { issueCompliance, issueProduction, renewProduction } from './issue.ts';
import { send, sendPlain } from './send.ts';
import { adoptPair } from './store/adopted-certificates.ts';
import type { Credential, CredentialKind } from './store/credential-store.ts';
import { checkCompliance, submit } from './submissions.ts';

interface CallInput {
  readonly body: JsonObject;
  readonly otp: string | undefined;
  readonly language: Language;
}

export function addGatewayRoutes(app: FastifyInstance, base: string, context: SandboxContext): void {
  const { profile, clock, faults } = context;

  const add = (name: CallName, handle: (request: FastifyRequest, input: CallInput) => Answer) => {
    const { method, path } = profile.calls[name];
    app.route({
      method,
      url: `${base}/${path}`,
      handler: async (request, reply) => {
        if (faults.take('silence', name) !== undefined) return void reply.hijack();
        const arrivedAt = clock.now();
        const delay = faults.take('delay', name);
        const inTime = (after = 0) => waitUntil(clock, arrivedAt + Math.max(delay?.milliseconds ?? 0, after));
        const requested = requestedAnswer(context, name);
        if (requested !== undefined) {
          await inTime();
          return requested(reply);
        }
        // The work is done before any fault of the answer, as at a real authority.
        const answer = hasVersion(context, request)
          ? handle(request, readInput(context, request))
          : wrongVersion;
        await inTime(answer.after);
        send(context, name, reply, answer);
        return reply;
      },
    });
  };

  const withCredential =
    (kind: CredentialKind, handle: (credential: Credential, input: CallInput) => Answer) =>
    (request: FastifyRequest, input: CallInput): Answer => {
      const credential = authenticate(context, request.headers.authorization, kind);
      return credential === undefined ? invalidCredentials : handle(credential, input);
    };

  const withDocument =
    (handle: (document: Submitted, credential: Credential, language: Language) => Answer) =>
    (credential: Credential, { body, language }: CallInput): Answer => {
      const document = readSubmitted(context, body);
      return document === undefined ? invalidRequest : handle(document, credential, language);
    };

  add('compliance', (_, { body, otp }) => issueCompliance(context, body, otp));
  add(
    'complianceCheck',
    withCredential(
      'compliance',
      withDocument((document, credential, language) =>
        checkCompliance(context, document, credential, language),
      ),
    ),
  );
  add(
    'production',
    withCredential('compliance', (credential, { body }) => issueProduction(context, body, credential)),
  );
  add(
    'renewal',
    withCredential('production', (credential, { body, otp }) =>
      renewProduction(context, body, otp, credential),
    ),
  );
  for (const where of ['reporting', 'clearance'] as const)
    add(
      where,
      withCredential(
        'production',
        withDocument((document, credential, language) =>
          submit(context, where, document, credential, language),
        ),
      ),
    );
}

function waitUntil(clock: SandboxContext['clock'], moment: number): Promise<void> {
  return new Promise((resolve) => {
    const left = moment - clock.now();
    if (left > 0) clock.after(left, resolve);
    else resolve();
  });
}

const tooManyRequests: Answer = { status: 429, body: 'Too many requests' };
const wrongVersion: Answer = {
  status: 406,
  body: 'This version is not supported or not provided in the header',
};
const invalidCredentials: Answer = {
  status: 401,
  body: { message: 'The credentials were not accepted', code: 'invalid-credentials' },
};
/** There are no validation results, because the fault is in the request, not in the invoice. */
const invalidRequest: Answer = refusal(
  400,
  'Invalid-Request',
  'invoiceHash, uuid and invoice (Base64) are required',
);

function requestedAnswer(
  { faults }: SandboxContext,
  call: CallName,
): ((reply: FastifyReply) => FastifyReply) | undefined {
  if (faults.take('garbage', call) !== undefined)
    return (reply) =>
      reply.type('text/html; charset=utf-8').send('<!doctype html><title>Sign in to the network</title>');
  const wait = faults.take('rate-limit', call);
  if (wait !== undefined)
    return (reply) => sendPlain(reply.header('Retry-After', String(wait.seconds)), tooManyRequests);
  const failing = faults.take('status', call);
  if (failing === undefined) return undefined;
  const retryAfter = faults.find('retry-after');
  return (reply) => {
    if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter.seconds));
    return sendPlain(reply, failure(failing.status));
  };
}

function failure(status: number): Answer {
  const refusal = [invalidCredentials, wrongVersion, tooManyRequests].find(
    (answer) => answer.status === status,
  );
  return (
    refusal ?? {
      status,
      body: { category: 'HTTP-Errors', code: String(status), message: 'Requested by a directive' },
    }
  );
}

/** The version is required (OAS: 406 otherwise); a directive can allow a newer version in addition. */
function hasVersion({ profile, faults }: SandboxContext, request: FastifyRequest): boolean {
  const name = 'Accept-Version';
  const version = request.headers[name.toLowerCase()];
  return (
    version === profile.headers.fixed[name] ||
    faults.find('version', undefined, (fault) => fault.version === version) !== undefined
  );
}

function readInput({ profile }: SandboxContext, request: FastifyRequest): CallInput {
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    body: isObject(request.body) ? request.body : {},
    otp: header(profile.headers.otp),
    language: header(profile.headers.language)?.startsWith('ar') ? 'ar' : 'en',
  };
}

/** Returns the credential of a Basic header if it is of this kind and its certificate is valid now. */
function authenticate(
  context: SandboxContext,
  header: string | undefined,
  kind: CredentialKind,
): Credential | undefined {
  const { credentials, clock } = context;
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1];
  const [, csid, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (csid === undefined || secret === undefined) return undefined;
  const credential =
    credentials.find(csid, secret) ?? (kind === 'production' ? adoptPair(context, csid, secret) : undefined);
  if (credential?.kind !== kind) return undefined;
  return clock.now() <= readCertificate(credential.certificate).validTo ? credential : undefined;
}

function readSubmitted({ profile }: SandboxContext, body: JsonObject): Submitted | undefined {
  const { hash, uuid, invoice } = profile.requestFields;
  const [hashText, uuidText, invoiceText] = [body[hash], body[uuid], body[invoice]];
  if (typeof hashText !== 'string' || typeof uuidText !== 'string' || typeof invoiceText !== 'string')
    return undefined;
  const xml = Buffer.from(invoiceText, 'base64');
  // Node skips characters that are not Base64, so only an exact round trip proves valid Base64.
  if (xml.length === 0 || xml.toString('base64') !== invoiceText) return undefined;
  return { hash: hashText, uuid: uuidText, xml };
}
