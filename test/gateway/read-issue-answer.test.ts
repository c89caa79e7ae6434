import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IssueOutcome } from '../../main/gateway/issue-outcome.ts';
import { authorityProfile, type IssueCall } from '../../main/gateway/profile.ts';
import { readIssueAnswer } from '../../main/gateway/read-issue-answer.ts';
import { anyCharacter } from '../support/any-character.ts';

const secret = 'Xlj15LyMCgSC66ObnEO/qVPfhSbs3kDTjWnGheYhfSs=';
const issued = {
  requestID: 1234567890123,
  dispositionMessage: 'ISSUED',
  binarySecurityToken: 'VFVsSlEwRnhlV0Y=',
  secret,
};
const pair = { csid: issued.binarySecurityToken, secret };

function read(call: IssueCall, status: number, body: unknown, headers = {}): IssueOutcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readIssueAnswer(authorityProfile, call, status, new Headers(headers), text);
}

describe('an answer to a request for a certificate', () => {
  test.each<IssueCall>(['compliance', 'production', 'renewal'])('%s 200 is a pair', (call) => {
    expect(read(call, 200, issued)).toMatchObject({
      kind: 'issued',
      pair,
      requestId: '1234567890123',
      dispositionMessage: 'ISSUED',
    });
  });

  test('keeps every digit of a request id', () => {
    const body = JSON.stringify({ ...issued, requestID: 0 }).replace(':0', ':98765432109876543210');
    expect(read('compliance', 200, body)).toMatchObject({ requestId: '98765432109876543210' });
    expect(read('compliance', 200, { ...issued, requestID: 'abc' })).toMatchObject({ requestId: 'abc' });
  });

  test.each([
    ['wrapped', { value: { ...issued, dispositionMessage: 'NOT_COMPLIANT' } }],
    ['not wrapped', { ...issued, dispositionMessage: 'NOT_COMPLIANT' }],
  ])('428 %s is a new compliance pair', (_, body) => {
    expect(read('renewal', 428, body)).toMatchObject({
      kind: 'not-compliant',
      pair,
      requestId: '1234567890123',
      dispositionMessage: 'NOT_COMPLIANT',
    });
  });

  test('NOT_COMPLIANT without a pair is a refusal that says why', () => {
    const body = {
      requestID: 1,
      dispositionMessage: 'NOT_COMPLIANT',
      binarySecurityToken: null,
      secret: null,
      errors: ['Denied by Policy Module'],
    };
    for (const status of [200, 400, 428])
      expect(read('compliance', status, body)).toMatchObject({
        kind: 'refused',
        code: 'NOT_COMPLIANT',
        message: 'Denied by Policy Module',
      });
  });

  test.each(['Missing-OTP', 'Invalid-OTP', 'Missing-CSR', 'Invalid-CSR', 'Missing-ComplianceSteps'])(
    '400 %s is a refusal',
    (code) => {
      expect(read('compliance', 400, { errors: [{ code, message: 'words' }] })).toMatchObject({
        kind: 'refused',
        code,
        message: 'words',
        errors: [{ code, message: 'words' }],
      });
    },
  );

  test.each<[number, unknown, object]>([
    [400, { code: 'Invalid-CurrentCCSID', message: 'x' }, { kind: 'refused', code: 'Invalid-CurrentCCSID' }],
    [400, '', { kind: 'refused', code: 'HTTP 400' }],
    [406, 'not supported', { kind: 'refused', code: 'HTTP 406', message: 'not supported' }],
    [401, { code: 'invalid-credentials', message: 'x' }, { kind: 'credential-refused' }],
    [403, '', { kind: 'credential-refused' }],
    [
      500,
      { code: 'Invalid-Request', message: 'x' },
      { kind: 'unknown', why: 'server-error', errors: [{ code: 'Invalid-Request' }] },
    ],
    [429, '', { kind: 'unknown', why: 'rate-limited', retryAfterMs: 5000 }],
    [418, '', { kind: 'unknown', why: 'unknown-status' }],
    [302, '', { kind: 'unknown', why: 'unknown-status' }],
    [200, '<html>', { kind: 'unknown', why: 'unreadable' }],
    [200, { ...issued, secret: undefined }, { kind: 'unknown', why: 'unreadable' }],
    [200, { ...issued, binarySecurityToken: '' }, { kind: 'unknown', why: 'unreadable' }],
    [200, { ...issued, secret: 'two\nlines' }, { kind: 'unknown', why: 'unreadable' }],
    [200, { ...issued, requestID: null }, { kind: 'unknown', why: 'unreadable' }],
  ])('%i %j', (status, body, expected) => {
    expect(read('compliance', status, body, { 'Retry-After': '5' })).toMatchObject(expected);
  });

  test.each([
    ['a pair', 200, JSON.stringify(issued)],
    ['a wrapped pair', 428, JSON.stringify({ value: issued })],
    ['a pair on an error', 500, JSON.stringify({ x: [{ Secret: secret }] })],
    ['a pair cut off', 200, JSON.stringify(issued).slice(0, -3)],
  ])('the raw answer holds no secret: %s', (_, status, body) => {
    expect(body).toContain(secret.slice(0, -3));
    expect(JSON.stringify(read('renewal', status, body).answer)).not.toContain(secret.slice(0, -3));
  });

  test('is always one of the known kinds, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<IssueCall>('compliance', 'production', 'renewal'),
        fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 400, 428)),
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.json(),
          fc
            .record(
              {
                requestID: fc.jsonValue(),
                dispositionMessage: fc.constantFrom('ISSUED', 'NOT_COMPLIANT', 'NEW', null),
                binarySecurityToken: fc.oneof(fc.string(), fc.jsonValue()),
                secret: fc.oneof(fc.string(), fc.jsonValue()),
                value: fc.jsonValue(),
                errors: fc.jsonValue(),
              },
              { requiredKeys: [] },
            )
            .map((body) => JSON.stringify(body)),
        ),
        (call, status, body) => {
          const outcome = read(call, status, body);
          expect(['issued', 'not-compliant', 'refused', 'credential-refused', 'unknown']).toContain(
            outcome.kind,
          );
          if (outcome.kind === 'issued') expect([200, 202]).toContain(status);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
