import { expect, it } from 'vitest';
import { riyadhDateTime, riyadhInstant } from '../../../main/base/platform/riyadh-time.ts';

it.each([
  ['2026-11-01T14:41:08.000Z', '2026-11-01', '17:41:08'],
  ['2026-11-01T20:59:59.999Z', '2026-11-01', '23:59:59'],
  ['2026-11-01T21:00:00.000Z', '2026-11-02', '00:00:00'],
  ['2026-12-31T22:00:00.000Z', '2027-01-01', '01:00:00'],
  ['2028-02-28T21:00:00.000Z', '2028-02-29', '00:00:00'],
  ['2026-07-01T00:00:00.000Z', '2026-07-01', '03:00:00'],
])('%s is %s %s in Riyadh', (utc, date, time) => {
  expect(riyadhDateTime(Date.parse(utc))).toEqual({ date, time });
  // It is converted back, except for the fraction of a second.
  expect(riyadhInstant(`${date}T${time}`)).toBe(Math.floor(Date.parse(utc) / 1000) * 1000);
});

it('what is no time is no moment', () => {
  expect(riyadhInstant('yesterday')).toBeNaN();
});
