import { describe, expect, test } from 'vitest';
import { credentialLines, stepLine } from '../../../main/app/cli/setup/credential-lines.ts';
import {
  type CredentialView,
  credentials,
  type FlowView,
  flowKinds,
  lifeCycleStates,
  rejectionCauses,
  seriesDocuments,
} from '../../../shared/contract/terminal/credentials.ts';
import { environments } from '../../../shared/status.ts';

const at = '2026-11-20T10:00:00.000Z';
const certificate = {
  organization: 'Palm Shop',
  organizationUnit: 'Main',
  commonName: 'T1',
  vatNumber: '310122393500003',
  issuer: 'Sandbox',
  serial: '17',
  validFrom: at,
  validTo: at,
};
const plain: CredentialView = {
  environment: 'simulation',
  state: 'production',
  certificate,
  daysLeft: 40,
  renewalDue: false,
  history: [],
  refusals: { lastDay: 0, inARow: 0 },
};
const stopped: FlowView = {
  kind: 'renewal',
  startedAt: at,
  running: false,
  steps: [
    { step: 'key', state: 'done' },
    { step: 'compliance', state: 'failed' },
  ],
  series: [],
  needsOtp: true,
  failure: { code: 'gateway-refused', detail: { step: 'compliance', code: 'Invalid-OTP' } },
};
const linesOf = (change: Partial<CredentialView>) => credentialLines({ ...plain, ...change }).join('\n');

describe('a credential at the command line', () => {
  test('is told in words, whatever its state', () => {
    const views: Partial<CredentialView>[] = [
      ...environments.map((environment) => ({ environment })),
      ...lifeCycleStates.map((state) => ({ state })),
      ...rejectionCauses.map((cause) => ({
        refusals: { lastDay: 3, inARow: 3, last: { at, httpStatus: 401, cause } },
      })),
      ...flowKinds.map((kind) => ({ flow: { ...stopped, kind } })),
    ];
    const codes = [...rejectionCauses, 'eligible', 'gateway-refused', 'Invalid-OTP', 'undefined'];
    for (const view of views) for (const code of codes) expect(linesOf(view)).not.toContain(code);
    expect(linesOf({})).toContain('state: In service');
    expect(linesOf({ state: 'none', certificate: undefined })).toContain('state: Not set up');
    expect(linesOf({ environment: 'production' })).toContain('environment: Live (production)');
  });

  test.each([
    [40, '40 days left'],
    [1, '1 day left'],
    [0, 'less than a day left'],
    [-1, 'over since 1 day'],
    [-12, 'over since 12 days'],
  ])('says in words how long it serves: %i', (daysLeft, words) => {
    expect(linesOf({ daysLeft })).toContain(`(${words})`);
  });

  test('says where a renewal stopped, why, and the way on', () => {
    const lines = linesOf({ flow: stopped });
    expect(lines).toContain('under way: Renewal, Get the test certificate');
    expect(lines).toContain('stopped: The code was not accepted');
    expect(lines).toContain('go on: khatm credential renew, which needs a new one-time password');
    expect(lines).toContain('khatm credential abandon');
  });

  test('names a test document while it is sent', () => {
    for (const document of seriesDocuments) {
      const line = stepLine({
        ...stopped,
        steps: [{ step: 'series', state: 'running' }],
        series: [{ document, state: 'running', messages: [] }],
      });
      expect(line).toMatch(/^Send test documents: [A-Z]/);
      expect(line).not.toContain(document);
    }
  });
});

describe('a one-time password', () => {
  const read = (otp: string) => credentials['credential.begin'].input.safeParse({ kind: 'renewal', otp });

  test.each([
    '123456',
    ' 123456\n',
    '123 456',
    '١٢٣٤٥٦',
    '۱۲۳ ۴۵۶',
    '\u200f١٢٣\u00a0٤٥٦\u200e',
    '１２３４５６',
  ])('is read with blanks and with Arabic and Persian digits: %j', (otp) => {
    expect(read(otp).data).toEqual({ kind: 'renewal', otp: '123456' });
  });

  test.each(['', ' ', '12345', '1234567', '12345a', '123-456', '١٢٣٤٥', 'password', '12345²½'])(
    'is refused where it cannot be one: %j',
    (otp) => {
      const { success, error } = read(otp);
      expect(success).toBe(false);
      expect(error?.issues.map(({ path }) => path)).toEqual([['otp']]);
      if (otp.trim() !== '') expect(JSON.stringify(error?.issues)).not.toContain(otp);
    },
  );
});
