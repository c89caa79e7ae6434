import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FaultSwitch } from '../../main/sandbox/fault-switch.ts';
import { type Fault, faultText, parseFault } from '../../main/sandbox/faults.ts';
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

test('a fault with a number of times wears off, one without stays', () => {
  const faults = new FaultSwitch([{ kind: 'drop', times: 2 }, { kind: 'silence' }]);
  const taken = [1, 2, 3].map(() => faults.take('drop') !== undefined);
  expect(taken).toEqual([true, true, false]);
  expect(faults.take('silence')).toEqual({ kind: 'silence' });
  expect(faults.current()).toEqual([{ kind: 'silence' }]);
});
