import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seriesDocuments, stepName } from '../../main/sandbox/checks/compliance-steps.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { consumerSale, Device, direct, issued, series, TestClock } from './device.ts';

/* Tests faults between a one-time password and a production pair, each requested while the sandbox runs. */

let clock: TestClock;
let sandbox: Sandbox;
let device: Device;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
});
afterEach(() => sandbox.close());

const lost = { kind: 'unknown', why: 'no-answer' };
const invalidOtp = {
  kind: 'refused',
  code: 'Invalid-OTP',
  message: 'The provided OTP is invalid',
  answer: { httpStatus: 400 },
};
const ask = (otp: string) => device.gateway.requestCompliance(device.request(), otp);

describe('a one-time password', () => {
  test('can be refused though it is good, and is not spent by that', async () => {
    await direct(sandbox, 'otp-refused*1');
    const otp = sandbox.makeOtp();
    expect(await ask(otp)).toMatchObject(invalidOtp);
    issued(await ask(otp));
  });

  test('wrong, used or expired gives the same answer', async () => {
    const [used, expired] = [sandbox.makeOtp(), sandbox.makeOtp()];
    issued(await ask(used));
    expect(await direct(sandbox, 'expire-otps')).toMatchObject({ changed: 1 });
    for (const otp of ['wrong', used, expired]) expect(await ask(otp)).toMatchObject(invalidOtp);
  });

  test('is spent when the answer is lost', async () => {
    const otp = sandbox.makeOtp();
    await direct(sandbox, 'drop@compliance*1');
    expect(await ask(otp)).toMatchObject(lost);
    expect(await ask(otp)).toMatchObject(invalidOtp);
    issued(await ask(sandbox.makeOtp()));
  });
});

test('a certificate request can be denied as for a wrong template, and the password serves again', async () => {
  await direct(sandbox, 'template-refused*1');
  const otp = sandbox.makeOtp();
  expect(await ask(otp)).toMatchObject({ code: 'NOT_COMPLIANT', message: 'Denied by Policy Module' });
  issued(await ask(otp));
});

describe('the compliance series', () => {
  test.each(seriesDocuments)(
    'refuses %s where so requested, says why, and takes it the next time',
    async (name) => {
      const { pair, requestId } = await device.compliance();
      await direct(sandbox, `compliance-refused=${name}*1`);
      for (const [step, sale] of Object.entries(series)) {
        const outcome = await device.gateway.checkCompliance(pair, device.stamp(sale, pair));
        if (step !== stepName(name)) expect(outcome).toMatchObject({ kind: 'accepted' });
        else
          expect(outcome).toMatchObject({
            kind: 'rejected',
            answer: { httpStatus: 400 },
            errors: [{ status: 'ERROR', code: 'sandbox-directive', message: expect.stringContaining(name) }],
          });
      }
      expect(await device.gateway.requestProduction(pair, requestId)).toMatchObject({
        code: 'Missing-ComplianceSteps',
        message: expect.stringContaining(`[${stepName(name)}]`),
      });
      const sale = series[stepName(name)];
      if (sale === undefined) throw new Error(name);
      expect((await device.gateway.checkCompliance(pair, device.stamp(sale, pair))).kind).toBe('accepted');
      issued(await device.gateway.requestProduction(pair, requestId));
    },
  );

  test('can be forgotten, or said to lack a document', async () => {
    const { pair, requestId } = await device.compliance();
    await device.passSeries(pair);
    await direct(sandbox, 'missing-step=standard-debit-note*1');
    expect(await device.gateway.requestProduction(pair, requestId)).toMatchObject({
      code: 'Missing-ComplianceSteps',
      message: expect.stringContaining('[standard-debit-note-compliant]'),
    });
    expect(await direct(sandbox, 'forget-steps')).toMatchObject({ changed: 6 });
    expect(await device.gateway.requestProduction(pair, requestId)).toMatchObject({
      message: expect.stringContaining(`[${Object.keys(series).join(',')}]`),
    });
    await device.passSeries(pair);
    issued(await device.gateway.requestProduction(pair, requestId));
  });
});

describe('a production pair whose answer was lost', () => {
  let compliance: Awaited<ReturnType<Device['compliance']>>;
  const askProduction = () => device.gateway.requestProduction(compliance.pair, compliance.requestId);
  beforeEach(async () => {
    compliance = await device.compliance();
    await device.passSeries(compliance.pair);
  });

  test('is issued again for the same request id, and earlier ones go on serving', async () => {
    const first = issued(await askProduction());
    await direct(sandbox, 'drop@production*1');
    expect(await askProduction()).toMatchObject(lost);
    const third = issued(await askProduction());
    expect(third.pair.csid).not.toBe(first.pair.csid);
    for (const { pair } of [first, third])
      expect(await device.gateway.report(pair, device.next(consumerSale, pair))).toMatchObject({
        kind: 'accepted',
      });
  });

  test('is issued once where so requested: then only a new onboarding helps', async () => {
    await direct(sandbox, 'production-once');
    await direct(sandbox, 'drop@production*1');
    expect(await askProduction()).toMatchObject(lost);
    expect(await askProduction()).toMatchObject({ kind: 'refused', code: 'Invalid-ComplianceRequestId' });
    await device.onboard();
  });
});
