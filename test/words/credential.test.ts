import { describe, expect, test } from 'vitest';
import {
  flowKinds,
  lifeCycleStates,
  rejectionCauses,
  seriesDocuments,
} from '../../shared/contract/terminal/credentials.ts';
import type { Failure } from '../../shared/failure.ts';
import { credentialWords, describeDocumentTypes } from '../../shared/words/credential.ts';
import { describeCredentialFailure, sentences } from '../../shared/words/faults/credential-failures.ts';
import { describeFailure, languages } from '../../shared/words/index.ts';

const refused = (code: string, message = '', step = 'compliance'): Failure => ({
  code: 'gateway-refused',
  detail: { step, httpStatus: 400, code, message },
});
const unreachable = (why: string): Failure => ({
  code: 'gateway-unreachable',
  detail: { step: 'series', why },
});

describe('each failure says what happened and what to do', () => {
  test.each<[string, Failure, RegExp, RegExp]>([
    [
      'a wrong code',
      refused('Invalid-OTP', 'The provided OTP is invalid'),
      /not accepted.*new code/,
      /رمزًا جديدًا/,
    ],
    ['a used code', refused('Invalid-OTP', 'OTP was already used'), /has been used/, /استُخدم/],
    ['an expired code', refused('Invalid-OTP', 'The OTP has expired'), /one hour/, /ساعة واحدة/],
    ['no code', refused('Missing-OTP'), /Enter it again/, /أدخله/],
    ['a refused template', refused('NOT_COMPLIANT'), /environment/, /البيئة/],
    [
      'a refused template in words',
      refused('HTTP 400', 'Denied by Policy Module'),
      /other portal/,
      /البوابة الأخرى/,
    ],
    ['a refused request', refused('Invalid-CSR'), /VAT number.*Company/, /الرقم الضريبي/],
    [
      'missing steps',
      refused('Missing-ComplianceSteps', '', 'production'),
      /no new code/,
      /ولا حاجة إلى رمز/,
    ],
    ['a refused renewal', refused('Invalid-CurrentCCSID'), /Re-issue/, /إعادة الإصدار/],
    ['a certificate of another key', refused('certificate-key'), /address/, /عنوان البوابة/],
    [
      'a certificate of another company',
      refused('certificate-vat-number'),
      /another VAT number/,
      /لرقم ضريبي آخر/,
    ],
    ['a certificate not valid yet', refused('certificate-not-yet'), /clock/, /ساعة/],
    [
      'a refused test document',
      refused('BR-KSA-17', 'Reason missing', 'series'),
      /which one and why/,
      /أيّها ولماذا/,
    ],
    ['the secret refused', { code: 'credential-refused', detail: { httpStatus: 401 } }, /401/, /401/],
    ['an action refused', { code: 'credential-refused', detail: { httpStatus: 403 } }, /403/, /403/],
    ['no network', unreachable('no-answer'), /network/, /شبكة/],
    ['a slow answer', unreachable('time-out'), /in time/, /الوقت المحدد/],
    ['a busy authority', unreachable('server-error'), /busy/, /مشغولة/],
    ['a page in between', unreachable('unreadable'), /sign-in page/, /صفحة دخول/],
    ['a wrong clock', { code: 'gateway-unreachable', detail: { why: 'clock' } }, /clock/, /ساعة/],
    [
      'another template',
      { code: 'other-environment', detail: { template: 'X' } },
      /another environment/,
      /لبيئة أخرى/,
    ],
  ])('%s', (_, failure, en, ar) => {
    expect(describeCredentialFailure(failure, 'en')).toMatch(en);
    expect(describeCredentialFailure(failure, 'ar')).toMatch(ar);
  });

  test('a lost answer: the code may be used up, and what was issued is never used', () => {
    const failure: Failure = {
      code: 'gateway-unreachable',
      detail: { step: 'compliance', why: 'no-answer' },
    };
    expect(describeCredentialFailure(failure, 'en', { needsOtp: true })).toMatch(/get a new one.*never used/);
    expect(describeCredentialFailure(failure, 'en')).not.toMatch(/code/);
  });

  test('a refusal nobody knows is shown as it came', () => {
    expect(describeCredentialFailure(refused('Of-Tomorrow', 'Come back'), 'en')).toMatch(
      /\(Of-Tomorrow\)\. Come back$/,
    );
  });

  test('what is no matter of credentials has its own words', () => {
    for (const language of languages)
      for (const code of ['flow-running', 'no-company', 'vault-locked', 'other-environment'] as const)
        expect(describeCredentialFailure({ code }, language)).toBe(describeFailure({ code }, language));
  });
});

test('every sentence ends, leaves no hole of its own, and is Arabic in Arabic', () => {
  for (const [key, sentence] of Object.entries(sentences.en))
    expect(sentence.replace(/\{(code|message)\}/g, ''), key).not.toMatch(/[{}]/);
  for (const [key, sentence] of Object.entries(sentences.ar))
    expect(sentence, key).toMatch(/\p{Script=Arabic}/u);
});

test.each(languages)('every document, flow, state and cause has words (%s)', (language) => {
  const { documents, flows, states, causes } = credentialWords[language];
  for (const [table, keys] of [
    [documents, seriesDocuments],
    [flows, flowKinds],
    [states, lifeCycleStates],
    [causes, rejectionCauses],
  ] as const) {
    const texts = keys.map((key) => (table as Record<string, string>)[key]);
    expect(new Set(texts).size).toBe(keys.length);
    expect(texts).not.toContain(undefined);
  }
  expect(describeDocumentTypes('0111', language)).toBe('0111');
});
