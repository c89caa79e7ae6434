import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../main/gateway/outcome.ts';
import { authorityProfile, type SubmissionCall } from '../../main/gateway/profile.ts';
import { readSubmissionAnswer } from '../../main/gateway/read-answer.ts';
import { anyCharacter } from '../support/any-character.ts';
import { rounds } from '../support/run/effort.ts';

const xml = '<Invoice>فاتورة</Invoice>';
const clearedInvoice = Buffer.from(xml).toString('base64');
const pass = { infoMessages: [], warningMessages: [], errorMessages: [], status: 'PASS' };
const warning = {
  type: 'WARNING',
  code: 'BR-KSA-98',
  category: 'KSA',
  message: 'reported late',
  status: 'WARNING',
};
const error = {
  type: 'ERROR',
  code: 'BR-KSA-04',
  category: 'KSA',
  message: 'issued in the future',
  status: 'ERROR',
};
const duplicate = {
  type: 'ERROR',
  code: 'Invoice-Errors',
  category: 'Duplicate-Invoice',
  message: 'submitted earlier',
  status: 'ERROR',
};
const withWarning = { ...pass, warningMessages: [warning], status: 'WARNING' };
const withError = { ...pass, errorMessages: [error], status: 'ERROR' };

function read(
  call: SubmissionCall,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Outcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readSubmissionAnswer(authorityProfile, call, status, new Headers(headers), text);
}

/**
 * Returns the part of an outcome that the tests compare: the kind, and the value that decides the terminal's reaction.
 */
function brief(outcome: Outcome): string {
  if (outcome.kind === 'unknown') return `unknown: ${outcome.why}`;
  if (outcome.kind !== 'accepted') return outcome.kind;
  return ['accepted', outcome.again && 'again', outcome.clearedInvoice && 'with its copy']
    .filter(Boolean)
    .join(' ');
}

const cases: [call: SubmissionCall, status: number, body: unknown, meaning: string, what: string][] = [
  ['reporting', 200, { validationResults: pass, reportingStatus: 'REPORTED' }, 'accepted', 'reported'],
  [
    'reporting',
    202,
    { validationResults: withWarning, reportingStatus: 'REPORTED' },
    'accepted',
    'with warnings',
  ],
  [
    'clearance',
    200,
    { validationResults: pass, clearanceStatus: 'CLEARED', clearedInvoice },
    'accepted with its copy',
    'cleared',
  ],
  [
    'clearance',
    202,
    { validationResults: withWarning, clearanceStatus: 'CLEARED', clearedInvoice },
    'accepted with its copy',
    'cleared with warnings',
  ],
  [
    'clearance',
    208,
    { validationResults: pass, clearanceStatus: 'CLEARED', clearedInvoice },
    'accepted again with its copy',
    'a lost answer found again',
  ],
  [
    'reporting',
    409,
    {
      validationResults: { ...pass, errorMessages: [duplicate], status: 'ERROR' },
      reportingStatus: 'NOT_REPORTED',
    },
    'accepted again',
    'reported earlier',
  ],
  [
    'reporting',
    409,
    { category: 'Duplicate-Invoice', code: 'x', message: 'y' },
    'accepted again',
    'flat duplicate',
  ],
  ['clearance', 303, '', 'clearance-off', 'clearance switched off'],
  [
    'reporting',
    400,
    { validationResults: withError, reportingStatus: 'NOT_REPORTED' },
    'rejected',
    'refused invoice',
  ],
  [
    'clearance',
    400,
    { validationResults: withError, clearanceStatus: 'NOT_CLEARED', clearedInvoice: null },
    'rejected',
    'refused invoice',
  ],
  [
    'clearance',
    400,
    { validationResults: withError, clearanceStatus: null },
    'rejected',
    'refused without a word',
  ],
  ['reporting', 400, { code: 'Invalid-Request', message: 'no' }, 'request-refused', 'no validation results'],
  ['reporting', 400, '', 'request-refused', 'empty'],
  ['reporting', 406, 'This version is not supported', 'request-refused', 'plain text'],
  ['reporting', 413, '<html>too large</html>', 'request-refused', 'HTML'],
  ['reporting', 401, { message: 'no', code: 'invalid-credentials' }, 'credential-refused', 'credentials'],
  ['reporting', 403, '', 'credential-refused', 'not allowed'],
  ['reporting', 403, { code: 'forbidden' }, 'credential-refused', 'not allowed, and says so'],
  // Validation results mean that the credential was accepted (SPEC, Errors).
  ['reporting', 403, { validationResults: withError }, 'rejected', 'not allowed, of this invoice'],
  [
    'clearance',
    403,
    { validationResults: pass },
    'request-refused',
    'not allowed, with no word on the invoice',
  ],
  ['reporting', 401, { validationResults: withError }, 'credential-refused', 'credentials, whatever else'],
  ['reporting', 429, '', 'unknown: rate-limited', 'too many'],
  [
    'reporting',
    500,
    { category: 'HTTP', code: '500', message: 'x' },
    'unknown: server-error',
    'server error',
  ],
  ['reporting', 503, '<html></html>', 'unknown: server-error', 'HTML'],
  ['reporting', 504, '', 'unknown: server-error', 'gateway time-out'],

  // These are the various shapes of the compliance check's answers.
  [
    'complianceCheck',
    200,
    { validationResults: pass, reportingStatus: 'REPORTED', clearanceStatus: null },
    'accepted',
    'simplified',
  ],
  [
    'complianceCheck',
    200,
    { validationResults: pass, reportingStatus: null, clearanceStatus: 'CLEARED' },
    'accepted',
    'standard, no copy',
  ],
  ['complianceCheck', 200, { validationResults: pass }, 'accepted', 'no status words'],
  ['complianceCheck', 202, { validationResults: withWarning }, 'accepted', 'no status words, warnings'],
  ['complianceCheck', 200, { validationResults: withError }, 'rejected', 'no status words, errors'],
  [
    'complianceCheck',
    200,
    { validationResults: { status: 'MAYBE' } },
    'unknown: unknown-status',
    'unknown validation',
  ],
  [
    'complianceCheck',
    400,
    { validationResults: withError, reportingStatus: 'NOT_REPORTED' },
    'rejected',
    'errors',
  ],

  // The meaning of other statuses is never guessed.
  [
    'clearance',
    200,
    { validationResults: pass, clearanceStatus: 'PENDING', clearedInvoice },
    'unknown: unknown-status',
    'unknown word',
  ],
  [
    'reporting',
    200,
    { validationResults: pass, reportingStatus: 'Reported' },
    'unknown: unknown-status',
    'word in another case',
  ],
  ['reporting', 200, { validationResults: pass }, 'unknown: unknown-status', 'no word on a real call'],
  [
    'reporting',
    200,
    { validationResults: pass, clearanceStatus: 'CLEARED' },
    'unknown: unknown-status',
    'the other call’s word',
  ],
  [
    'reporting',
    208,
    { validationResults: pass, reportingStatus: 'LATER' },
    'unknown: unknown-status',
    'unknown word',
  ],
  [
    'reporting',
    409,
    { validationResults: withError, reportingStatus: 'NOT_REPORTED' },
    'unknown: unknown-status',
    'another conflict',
  ],
  ['reporting', 303, '', 'unknown: unknown-status', '303 where clearance was not asked'],
  ['reporting', 302, '', 'unknown: unknown-status', 'a captive portal'],
  ['reporting', 404, '<html>', 'unknown: unknown-status', 'a wrong address'],
  ['reporting', 428, '', 'unknown: unknown-status', 'a status of another call'],
  [
    'reporting',
    400,
    { validationResults: pass, reportingStatus: 'REPORTED' },
    'unknown: unknown-status',
    'refused and accepted at once',
  ],
  [
    'reporting',
    400,
    { validationResults: withError, reportingStatus: 'HELD' },
    'unknown: unknown-status',
    'unknown word',
  ],
  // A rejection is final, so empty validation results are not sufficient for it.
  ['reporting', 400, { validationResults: {} }, 'request-refused', 'validation results that say nothing'],
  ['reporting', 400, { validationResults: null }, 'request-refused', 'null validation results'],
  [
    'clearance',
    200,
    { validationResults: withError, clearanceStatus: 'NOT_CLEARED' },
    'rejected',
    'the answer is in the body',
  ],
  [
    'clearance',
    200,
    { clearanceStatus: 'NOT_CLEARED' },
    'unknown: unknown-status',
    'a refusal without reasons',
  ],

  // These answers are broken.
  ['reporting', 200, '', 'unknown: unreadable', 'empty'],
  ['reporting', 200, '{"reportingStatus": "REPO', 'unknown: unreadable', 'cut off'],
  ['reporting', 200, '<html>welcome to the hotel</html>', 'unknown: unreadable', 'HTML'],
  ['reporting', 200, '[]', 'unknown: unreadable', 'a list'],
  ['reporting', 200, 'null', 'unknown: unreadable', 'null'],
  [
    'clearance',
    200,
    { clearanceStatus: 'CLEARED' },
    'unknown: unreadable',
    'the authority’s copy is missing',
  ],
  [
    'clearance',
    200,
    { clearanceStatus: 'CLEARED', clearedInvoice: null },
    'unknown: unreadable',
    'null copy',
  ],
  [
    'clearance',
    200,
    { clearanceStatus: 'CLEARED', clearedInvoice: '%%%' },
    'unknown: unreadable',
    'not Base64',
  ],
  [
    'clearance',
    200,
    { clearanceStatus: 'CLEARED', clearedInvoice: 'QUJD' },
    'unknown: unreadable',
    'not XML',
  ],
  [
    'clearance',
    208,
    { clearanceStatus: 'CLEARED', clearedInvoice: 'QUJ' },
    'unknown: unreadable',
    'a broken copy may come whole',
  ],
  ['clearance', 208, { clearanceStatus: 'CLEARED' }, 'accepted again', 'a copy that will not come'],
  ['clearance', 208, '', 'accepted again', 'nothing but the status'],
];

describe('an answer to a document', () => {
  test.each(cases)('%s %i %j is %s: %s', (call, status, body, meaning) => {
    expect(brief(read(call, status, body))).toBe(meaning);
  });

  test('keeps the authority’s copy byte for byte', () => {
    const outcome = read('clearance', 200, { clearanceStatus: 'CLEARED', clearedInvoice });
    expect(outcome.kind === 'accepted' && outcome.clearedInvoice?.toString('utf8')).toBe(xml);
  });

  test('takes a copy that is broken into lines or has a byte order mark', () => {
    const lines = clearedInvoice.replace(/.{10}/g, '$&\r\n');
    expect(brief(read('clearance', 200, { clearanceStatus: 'CLEARED', clearedInvoice: lines }))).toBe(
      'accepted with its copy',
    );
    const marked = Buffer.from(`\uFEFF${xml}`).toString('base64');
    expect(brief(read('clearance', 200, { clearanceStatus: 'CLEARED', clearedInvoice: marked }))).toBe(
      'accepted with its copy',
    );
  });

  test('gives status, warnings and errors as they came', () => {
    expect(
      read('reporting', 202, { validationResults: withWarning, reportingStatus: 'REPORTED' }),
    ).toMatchObject({ status: 'REPORTED', warnings: [warning], errors: [] });
    expect(
      read('reporting', 400, { validationResults: withError, reportingStatus: 'NOT_REPORTED' }),
    ).toMatchObject({ status: 'NOT_REPORTED', warnings: [], errors: [error] });
    expect(read('reporting', 401, { message: 'no', code: 'invalid-credentials' })).toMatchObject({
      errors: [{ message: 'no', code: 'invalid-credentials' }],
    });
    expect(read('reporting', 406, 'This version is not supported')).toMatchObject({
      errors: [{ message: 'This version is not supported' }],
    });
  });

  test('of a duplicate counts as accepted, and keeps the word of this very answer', () => {
    const body = {
      validationResults: { ...pass, errorMessages: [duplicate], status: 'ERROR' },
      reportingStatus: 'NOT_REPORTED',
    };
    const outcome = read('reporting', 409, body);
    expect(outcome).toMatchObject({
      kind: 'accepted',
      status: 'NOT_REPORTED',
      errors: [{ message: 'submitted earlier' }],
    });
    expect(outcome.answer?.body).toContain('NOT_REPORTED');
    expect(read('reporting', 409, duplicate).status).toBeUndefined();
    expect(read('reporting', 409, { ...body, reportingStatus: 'HELD' }).status).toBe('HELD');
  });

  test('keeps an unknown word raw', () => {
    const outcome = read('reporting', 200, { validationResults: pass, reportingStatus: 'PENDING' });
    expect(outcome).toMatchObject({ kind: 'unknown', status: 'PENDING' });
    expect(outcome.answer?.body).toContain('PENDING');
  });

  test.each<[string, unknown, unknown]>([
    ['null', null, []],
    ['missing', undefined, []],
    ['a single object', warning, [warning]],
    ['a list with nothing in it', [null, {}, ''], []],
    ['texts', ['late', 'very late'], [{ message: 'late' }, { message: 'very late' }]],
    ['fields of other types', [{ code: 7, message: null, category: ['x'] }], [{ code: '7' }]],
  ])('reads a list of messages that is %s', (_, warningMessages, expected) => {
    const outcome = read('reporting', 202, {
      validationResults: { status: 'WARNING', warningMessages },
      reportingStatus: 'REPORTED',
    });
    expect(outcome).toMatchObject({ kind: 'accepted', warnings: expected });
  });

  test('reads past a byte order mark', () => {
    expect(brief(read('reporting', 200, '\uFEFF{"reportingStatus":"REPORTED"}'))).toBe('accepted');
  });

  test('waits as long as Retry-After says, by the gateway’s own clock', () => {
    const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
    expect(read('reporting', 429, '', { 'Retry-After': '120' })).toMatchObject({ retryAfterMs: 120_000 });
    expect(
      read('reporting', 503, '', { Date: date, 'Retry-After': 'Fri, 20 Nov 2026 10:00:30 GMT' }),
    ).toMatchObject({ retryAfterMs: 30_000, answer: { serverTime: Date.parse(date) } });
    expect(
      read('reporting', 429, '', { Date: date, 'Retry-After': 'Fri, 20 Nov 2026 09:00:00 GMT' }),
    ).toMatchObject({ retryAfterMs: 0 });
    for (const useless of ['soon', '-5', '1e9', '9'.repeat(40)])
      expect(read('reporting', 429, '', { Date: date, 'Retry-After': useless })).toMatchObject({
        retryAfterMs: undefined,
      });
  });

  test('stores at most 64 K characters, unless the authority’s copy is in it', () => {
    const long = 'x'.repeat(2 * 1024 * 1024);
    expect(read('reporting', 500, long).answer?.body).toHaveLength(64 * 1024);
    const copy = Buffer.from(`<a>${long}</a>`).toString('base64');
    const outcome = read('clearance', 200, { clearanceStatus: 'CLEARED', clearedInvoice: copy });
    expect(outcome.answer?.body).toContain(copy);
  });

  const word = fc.constantFrom('CLEARED', 'REPORTED', 'NOT_CLEARED', 'PASS', 'ERROR', 'NEW', '', null, 3, {});
  const list = fc.oneof(
    fc.constantFrom(null, undefined, {}, '', 5),
    fc.array(fc.jsonValue()),
    fc.jsonValue(),
  );
  const shaped = fc
    .record(
      {
        validationResults: fc.oneof(
          fc.jsonValue(),
          fc.record({ status: word, warningMessages: list, errorMessages: list }, { requiredKeys: [] }),
        ),
        reportingStatus: word,
        clearanceStatus: word,
        clearedInvoice: fc.oneof(fc.base64String(), fc.string(), fc.jsonValue()),
        errors: list,
        code: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body));

  test('is always one of the known kinds, whatever comes', () => {
    const kinds = [
      'accepted',
      'rejected',
      'clearance-off',
      'request-refused',
      'credential-refused',
      'unknown',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom<SubmissionCall>('complianceCheck', 'reporting', 'clearance'),
        fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 202, 208, 303, 400, 409)),
        fc.oneof(fc.string({ unit: anyCharacter }), fc.json(), shaped),
        (call, status, body) => {
          const outcome = read(call, status, body);
          expect(kinds).toContain(outcome.kind);
          // A document counts as done only after a status with that meaning.
          if (outcome.kind === 'accepted') expect([200, 202, 208, 409]).toContain(status);
          if (outcome.kind === 'rejected') expect([200, 202, 400, 403]).toContain(status);
        },
      ),
      { numRuns: rounds(1000) },
    );
  });

  test('tells the authority’s own word or none, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<SubmissionCall>('complianceCheck', 'reporting', 'clearance'),
        fc.constantFrom(200, 202, 208, 303, 400, 401, 403, 409, 429, 500),
        fc.constantFrom(undefined, 'Duplicate-Invoice', 'Other'),
        shaped,
        (call, status, category, text) => {
          const sent = JSON.parse(text) as Record<string, unknown>;
          const words = [sent.reportingStatus, sent.clearanceStatus]
            .filter((each) => typeof each === 'string' || typeof each === 'number')
            .map(String);
          const told = read(call, status, JSON.stringify({ ...sent, category })).status;
          if (told !== undefined) expect(words).toContain(told);
        },
      ),
      { numRuns: rounds(1000) },
    );
  });

  test('survives nesting without end', () => {
    const deep = '['.repeat(200_000);
    expect(brief(read('reporting', 200, deep))).toBe('unknown: unreadable');
    expect(brief(read('reporting', 400, deep + ']'.repeat(200_000)))).toBe('request-refused');
  });
});

describe('an answer of megabytes', () => {
  test('brings the copy of the largest invoice there may be', () => {
    const large = Buffer.concat([Buffer.from('<Invoice>'), Buffer.alloc(10 * 1024 * 1024, 'فاتورة ')]);
    const body = { clearanceStatus: 'CLEARED', clearedInvoice: large.toString('base64') };
    const outcome = read('clearance', 200, body);
    if (outcome.kind !== 'accepted') expect.fail(outcome.kind);
    // The bytes are compared directly, because Vitest would compare ten million numbers one by one.
    expect(outcome.clearedInvoice && large.equals(outcome.clearedInvoice)).toBe(true);
    const cut = { ...body, clearedInvoice: `${body.clearedInvoice}!` };
    expect(brief(read('clearance', 200, cut))).toBe('unknown: unreadable');
  });

  test('leaves no more behind than a person can read', () => {
    const body = {
      reportingStatus: 'NOT_REPORTED',
      validationResults: { status: 'ERROR', errorMessages: Array(100_000).fill('x'.repeat(100)) },
      message: 'y'.repeat(1_000_000),
    };
    const outcome = read('reporting', 400, body);
    expect(outcome.kind).toBe('rejected');
    if (outcome.kind === 'rejected') expect(JSON.stringify(outcome.errors).length).toBeLessThan(100_000);
    const word = read('reporting', 200, { reportingStatus: 'Z'.repeat(1_000_000) });
    expect(brief(word)).toBe('unknown: unknown-status');
    expect(word.status?.length).toBeLessThan(1000);
  });
});

describe('what an answer says, in whatever shape', () => {
  const saysOf = (status: number, body: unknown) => read('reporting', status, body).errors;
  const results = (...errorMessages: unknown[]) => ({ validationResults: { ...withError, errorMessages } });

  test('items that name their parts otherwise', () => {
    expect(saysOf(400, results({ errorCode: 'X-1', errorText: 'the buyer is unknown' }))).toEqual([
      { code: 'X-1', message: 'the buyer is unknown' },
    ]);
    expect(saysOf(400, results({ error_code: 7, errorMessage: 'no', errorCategory: 'KSA' }))).toEqual([
      { code: '7', category: 'KSA', message: 'no' },
    ]);
    expect(saysOf(400, results('only words'))).toEqual([{ message: 'only words' }]);
  });

  test('items of a shape that nobody has seen are shown as they came', () => {
    expect(saysOf(400, results({ rule: 'R-9', where: { line: 3 } }))).toEqual([
      { message: '{"rule":"R-9","where":{"line":3}}' },
    ]);
    expect(saysOf(400, results(['nested', 'words']))).toEqual([{ message: '["nested","words"]' }]);
    expect(saysOf(400, results({}, null, '', { code: '' }))).toEqual([]);
    expect(saysOf(400, { errors: { buyer: ['is unknown'] } })).toEqual([
      { message: '{"buyer":["is unknown"]}' },
    ]);
  });

  test('of 418, of 5xx and of 429 too', () => {
    expect(saysOf(418, { errorCode: 'TEAPOT', errorText: 'short and stout' })).toEqual([
      { code: 'TEAPOT', message: 'short and stout' },
    ]);
    expect(saysOf(500, { code: 'Invalid-Request', message: 'System failed', category: 'HTTP' })).toEqual([
      { code: 'Invalid-Request', message: 'System failed', category: 'HTTP' },
    ]);
    expect(saysOf(503, 'maintenance until noon')).toEqual([{ message: 'maintenance until noon' }]);
    expect(saysOf(429, '["slow down"]')).toEqual([{ message: 'slow down' }]);
    expect(saysOf(502, '<html>Bad gateway</html>')).toEqual([]);
  });

  test('no shape of an item makes it throw or forget that something was said', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }), (item) => {
        const outcome = read('reporting', 400, { reportingStatus: 'NOT_REPORTED', ...results(item) });
        expect(outcome.kind).toBe('rejected');
        const isEmpty = Object.values(item).every((value) => value === null || value === '');
        expect(outcome.errors?.length ?? 0).toBe(isEmpty ? 0 : 1);
      }),
    );
  });
});
