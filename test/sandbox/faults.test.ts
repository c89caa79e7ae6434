import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultWords, scenarioWords } from '../../main/sandbox/faults/directive-help.ts';
import { FaultSwitch } from '../../main/sandbox/faults/fault-switch.ts';
import { type Fault, faultKinds, faultText, parseFault } from '../../main/sandbox/faults/faults.ts';
import { parseScenario } from '../../main/sandbox/faults/scenarios.ts';
import { FailureError } from '../../shared/failure.ts';

describe('faults in words', () => {
  test.each<[string, Fault]>([
    ['delay=500', { kind: 'delay', milliseconds: 500 }],
    ['status=503', { kind: 'status', status: 503 }],
    ['status=500*3', { kind: 'status', status: 500, times: 3 }],
    ['rate-limit=5', { kind: 'rate-limit', seconds: 5 }],
    ['drop', { kind: 'drop' }],
    ['drop*1', { kind: 'drop', times: 1 }],
    ['broken-json', { kind: 'broken-json' }],
    ['clearance-off', { kind: 'clearance-off' }],
    ['silence', { kind: 'silence' }],
    ['not-compliant', { kind: 'not-compliant' }],
    ['not-compliant-bare*2', { kind: 'not-compliant-bare', times: 2 }],
    ['drop@production*1', { kind: 'drop', on: 'production', times: 1 }],
    ['status=403@compliance-check', { kind: 'status', status: 403, on: 'complianceCheck' }],
    ['trickle=40@clearance', { kind: 'trickle', milliseconds: 40, on: 'clearance' }],
    ['retry-after=30', { kind: 'retry-after', seconds: 30 }],
    ['clock-skew=-3600', { kind: 'clock-skew', seconds: -3600 }],
    ['certificate-minutes=5', { kind: 'certificate-minutes', minutes: 5 }],
    [
      'compliance-refused=simplified-credit-note*1',
      { kind: 'compliance-refused', document: 'simplified-credit-note', times: 1 },
    ],
    ['missing-step=standard', { kind: 'missing-step', document: 'standard' }],
    ['version=V3', { kind: 'version', version: 'V3' }],
  ])('%s', (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
    expect(faultText(fault)).toBe(text);
  });

  test.each([
    '',
    'delay',
    'delay=',
    'delay=fast',
    'delay=-1',
    'status=200',
    'status=303',
    'status=600',
    'drop=1',
    'drop*0',
    'Drop',
    ' drop',
    'drop drop',
    'constructor',
    'delay=007',
    'certificate-minutes=0',
    'clock-skew=-0',
    'clock-skew=1*2', // The fault affects every answer, so it cannot be counted.
    'version=3',
    'missing-step=simplified-receipt',
    'compliance-refused',
    'drop@nowhere',
    'drop@constructor',
    'otp-refused@compliance', // The fault concerns only its own calls anyway.
  ])('%j is refused as bad input', (text) => {
    expect(() => parseFault(text)).toThrow(FailureError);
  });

  test('any other text is refused as bad input, never another error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(faultText(parseFault(text))).toBe(text);
        } catch (error) {
          expect(error).toMatchObject({ failure: { code: 'bad-input' } });
        }
      }),
    );
  });
});

test('every kind has words, and is written as its words say', () => {
  expect(Object.keys(faultWords).sort()).toEqual([...faultKinds].sort());
  const fill = (form: string) =>
    form
      .replace('[=CODE]', '=BR-KSA-08')
      .replace('[=MILLISECONDS]', '=7')
      .replace('[@CALL]', '@reporting')
      .replace('[~TEXT]', '~Coffee')
      .replace('4xx|5xx', '500')
      .replace('DOCUMENT', 'simplified')
      .replace(/=[A-Z]{4,}/, '=7');
  for (const [kind, { form, en, ar }] of Object.entries(faultWords)) {
    expect(parseFault(fill(form))).toMatchObject({ kind });
    expect(en).toMatch(/^[a-z]/);
    expect(ar).toMatch(/^[\u0600-\u06FF]/);
  }
  for (const [kind, { form }] of Object.entries(scenarioWords))
    for (const text of [kind, form.replace('[=all|=DEVICE]', '=all')])
      expect(parseScenario(text)).toMatchObject({ kind });
});

describe('a fault for one call', () => {
  test('shows on that call alone, one without a call on any', () => {
    const faults = new FaultSwitch([parseFault('drop@production*1')]);
    expect(faults.take('drop', 'compliance')).toBeUndefined();
    expect(faults.take('drop', 'production')).toMatchObject({ times: 1 });
    expect(faults.take('drop', 'production')).toBeUndefined();
    faults.set([parseFault('cut')]);
    expect(faults.take('cut', 'clearance')).toBeDefined();
  });

  test('is used up only where it applies', () => {
    const faults = new FaultSwitch(
      ['compliance-refused=standard*1', 'compliance-refused=simplified*1'].map(parseFault),
    );
    const take = (document: string) =>
      faults.take('compliance-refused', undefined, (fault) => fault.document === document);
    expect(take('standard-debit-note')).toBeUndefined();
    expect(take('simplified')).toBeDefined();
    expect(faults.current().map(faultText)).toEqual(['compliance-refused=standard*1']);
  });
});

test('a fault with a number of times wears off, one without stays', () => {
  const faults = new FaultSwitch([{ kind: 'drop', times: 2 }, { kind: 'silence' }]);
  const taken = [1, 2, 3].map(() => faults.take('drop') !== undefined);
  expect(taken).toEqual([true, true, false]);
  expect(faults.take('silence')).toEqual({ kind: 'silence' });
  expect(faults.current()).toEqual([{ kind: 'silence' }]);
});
