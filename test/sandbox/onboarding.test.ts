import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseFault } from '../../main/sandbox/faults/faults.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { consumerSale, Device, hour, issued, series, TestClock } from './device.ts';

let clock: TestClock;
let sandbox: Sandbox;
let device: Device;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
});
afterEach(() => sandbox.close());

describe('the way to a production credential', () => {
  test('OTP, compliance, six documents, production', async () => {
    const compliance = issued(await device.gateway.requestCompliance(device.request(), sandbox.makeOtp()));
    expect(compliance.dispositionMessage).toBe('ISSUED');
    expect(compliance.certificate).toMatchObject({
      publicKey: device.key.publicKey,
      vatNumber: device.subject.vatNumber,
      documentTypes: '1100',
      template: 'TSTZATCA-Code-Signing',
    });
    expect(compliance.certificate.issuer).toContain('Khatm Training Sandbox (not the authority)');

    const steps = Object.entries(series);
    for (const [index, [step, sale]] of steps.entries()) {
      const early = await device.gateway.requestProduction(compliance.pair, compliance.requestId);
      expect(early).toMatchObject({ kind: 'refused', code: 'Missing-ComplianceSteps' });
      const missing = steps.slice(index).map(([name]) => name);
      expect('message' in early && /\[(.*)\]/.exec(early.message)?.[1]?.split(',')).toEqual(missing);
      const body = device.stamp(sale, compliance.pair);
      expect(await device.gateway.checkCompliance(compliance.pair, body), step).toMatchObject({
        kind: 'accepted',
        status: step.startsWith('standard') ? 'CLEARED' : 'REPORTED',
      });
    }
    const production = issued(await device.gateway.requestProduction(compliance.pair, compliance.requestId));
    expect(production.certificate.publicKey).toEqual(device.key.publicKey);
    expect(production.pair.csid).not.toBe(compliance.pair.csid);
    expect(production.pair.secret).not.toBe(compliance.pair.secret);
    // The series is only a test, so nothing of it is recorded.
    expect(sandbox.received()).toEqual([]);
  });

  test.each([
    ['1000', 'standard'],
    ['0100', 'simplified'],
  ])('document types %s need the three %s documents', async (documentTypes, group) => {
    device = new Device(sandbox, clock, { documentTypes });
    const { pair, requestId } = await device.compliance();
    for (const [step, sale] of Object.entries(series)) {
      const outcome = await device.gateway.checkCompliance(pair, device.stamp(sale, pair));
      expect(outcome.kind, step).toBe(step.startsWith(group) ? 'accepted' : 'rejected');
    }
    expect(await device.gateway.requestProduction(pair, requestId)).toMatchObject({ kind: 'issued' });
  });
});

describe('a one-time password', () => {
  test('has six digits', () => {
    expect(sandbox.makeOtp()).toMatch(/^\d{6}$/);
  });

  test('serves one certificate', async () => {
    const otp = sandbox.makeOtp();
    issued(await device.gateway.requestCompliance(device.request(), otp));
    expect(await device.gateway.requestCompliance(device.request(), otp)).toMatchObject({
      kind: 'refused',
      code: 'Invalid-OTP',
    });
  });

  test('is not spent by a request that gets none', async () => {
    const otp = sandbox.makeOtp();
    expect(await device.gateway.requestCompliance('nonsense', otp)).toMatchObject({ code: 'Invalid-CSR' });
    issued(await device.gateway.requestCompliance(device.request(), otp));
  });

  test('serves for an hour', async () => {
    const [first, second] = [sandbox.makeOtp(), sandbox.makeOtp()];
    clock.advance(hour - 1);
    issued(await device.gateway.requestCompliance(device.request(), first));
    clock.advance(1);
    expect(await device.gateway.requestCompliance(device.request(), second)).toMatchObject({
      code: 'Invalid-OTP',
    });
  });

  test('made up is refused', async () => {
    expect(await device.gateway.requestCompliance(device.request(), '1234567')).toMatchObject({
      kind: 'refused',
      code: 'Invalid-OTP',
    });
  });
});

describe('a certificate request is refused', () => {
  const ask = (csr: string) => device.gateway.requestCompliance(csr, sandbox.makeOtp());

  test('when it is missing', async () => {
    expect(await ask('')).toMatchObject({ kind: 'refused', code: 'Missing-CSR' });
  });

  test('when it was altered after signing', async () => {
    const pem = device.request();
    const [head = '', ...body] = pem.split('\n');
    const der = Buffer.from(body.slice(0, -2).join(''), 'base64');
    const at = der.indexOf('TST-1');
    der.write('TST-2', at);
    expect(await ask([head, der.toString('base64'), ...body.slice(-2)].join('\n'))).toMatchObject({
      code: 'Invalid-CSR',
    });
  });

  test.each(['ZATCA-Code-Signing', 'PREZATCA-Code-Signing', 'Other'])(
    'when its template is %s',
    async (template) => {
      expect(await ask(device.request(template))).toMatchObject({
        kind: 'refused',
        code: 'NOT_COMPLIANT',
        message: 'Denied by Policy Module',
      });
    },
  );

  test('when its document types are none of the three', async () => {
    device = new Device(sandbox, clock, { documentTypes: '0010' });
    expect(await ask(device.request())).toMatchObject({ code: 'Invalid-CSR' });
  });
});

describe('renewal', () => {
  test('gives a new pair for the device’s new key, and documents stamped before stay good', async () => {
    const before = await device.onboard();
    const waiting = device.next(consumerSale, before);
    const renewing = new Device(sandbox, clock);
    const { pair, certificate } = issued(
      await device.gateway.renewProduction(before, renewing.request(), sandbox.makeOtp()),
    );
    expect(certificate.publicKey).toEqual(renewing.key.publicKey);
    expect(await device.gateway.report(pair, waiting)).toMatchObject({ kind: 'accepted' });
  });

  test('answers 428 with a compliance pair when so ordered; the series leads to production again', async () => {
    const before = await device.onboard();
    sandbox.faults.set([parseFault('not-compliant')]);
    const outcome = await device.gateway.renewProduction(before, device.request(), sandbox.makeOtp());
    if (outcome.kind !== 'not-compliant') throw new Error(outcome.kind);
    expect(outcome.dispositionMessage).toBe('NOT_COMPLIANT');
    const { pair, requestId } = outcome;
    expect(await device.gateway.requestProduction(pair, requestId)).toMatchObject({
      code: 'Missing-ComplianceSteps',
    });
    for (const sale of Object.values(series))
      expect(await device.gateway.checkCompliance(pair, device.stamp(sale, pair))).toMatchObject({
        kind: 'accepted',
      });
    issued(await device.gateway.requestProduction(pair, requestId));
  });

  test('needs an OTP and a request for the same device', async () => {
    const pair = await device.onboard();
    expect(await device.gateway.renewProduction(pair, device.request(), '000')).toMatchObject({
      code: 'Invalid-OTP',
    });
    const other = new Device(sandbox, clock, { serial: '1-Khatm|2-1|3-other' });
    expect(await device.gateway.renewProduction(pair, other.request(), sandbox.makeOtp())).toMatchObject({
      kind: 'refused',
      code: 'Invalid-CSR',
    });
  });
});

describe('credentials', () => {
  test('of the wrong kind, with a wrong secret, made up or expired are refused with 401', async () => {
    const compliance = await device.compliance();
    const production = await device.onboard();
    const document = device.next(consumerSale, production);
    const { gateway } = device;
    const refused = { kind: 'credential-refused', answer: { httpStatus: 401 } };
    const expectRefused = async (outcome: Promise<unknown>) => expect(await outcome).toMatchObject(refused);

    await expectRefused(gateway.report(compliance.pair, document));
    await expectRefused(gateway.clear(compliance.pair, document));
    await expectRefused(gateway.renewProduction(compliance.pair, device.request(), sandbox.makeOtp()));
    await expectRefused(gateway.checkCompliance(production, document));
    await expectRefused(gateway.requestProduction(production, compliance.requestId));
    await expectRefused(gateway.report({ ...production, secret: compliance.pair.secret }, document));
    await expectRefused(gateway.report({ csid: 'QUJD', secret: production.secret }, document));

    expect(await gateway.report(production, document)).toMatchObject({ kind: 'accepted' });
    clock.advance(6 * 365 * 24 * hour);
    await expectRefused(gateway.report(production, document));
  });

  test('for production are asked with the compliance credential’s own request id', async () => {
    const { pair } = await device.compliance();
    expect(await device.gateway.requestProduction(pair, '1234')).toMatchObject({
      code: 'Invalid-ComplianceRequestId',
    });
  });

  test('a stamp by another key is no pass in the series', async () => {
    const { pair } = await device.compliance();
    const stranger = await new Device(sandbox, clock, { serial: '1-a|2-b|3-c' }).compliance();
    const body = device.stamp(consumerSale, pair);
    expect(await device.gateway.checkCompliance(stranger.pair, body)).toMatchObject({
      kind: 'rejected',
      errors: [{ code: 'certificate-permissions' }],
    });
  });
});
