import { beforeEach, expect, test } from 'vitest';
import { EventStream } from '../../../main/app/terminal/event-stream.ts';
import { Revisions } from '../../../main/base/platform/revisions.ts';
import type { TerminalEvent } from '../../../shared/contract/events.ts';
import { FakeClock } from '../../support/fake-clock.ts';

let clock: FakeClock;
let stream: EventStream;
let told: TerminalEvent[];

beforeEach(() => {
  clock = new FakeClock();
  stream = new EventStream(clock, new Revisions());
  told = [];
  stream.subscribe((event) => told.push(event));
});

test('the first change of the integrations is told at once, those that follow closely together', async () => {
  stream.emitIntegrations('webhooks');
  expect(told).toEqual([{ type: 'integrations', parts: ['webhooks'] }]);
  for (let count = 0; count < 1_000; count += 1) stream.emitIntegrations('webhooks');
  stream.emitIntegrations('api');
  expect(told).toHaveLength(1);
  await clock.advance(500);
  expect(told.slice(1)).toEqual([{ type: 'integrations', parts: ['webhooks', 'api'] }]);
});

test('however many changes there are, at most two a second are told, and the last one is', async () => {
  for (let count = 0; count < 100; count += 1) {
    stream.emitIntegrations('webhooks');
    await clock.advance(100);
  }
  expect(told.length).toBeLessThanOrEqual(21);
  told = [];
  await clock.advance(1_000);
  stream.emitIntegrations('inbound');
  expect(told.at(-1)).toEqual({ type: 'integrations', parts: ['inbound'] });
});

test('nothing is told after the end', async () => {
  stream.emitIntegrations('webhooks');
  stream.emitIntegrations('webhooks');
  stream.close();
  stream.emitIntegrations('api');
  await clock.advance(1_000);
  expect(told).toHaveLength(1);
});
