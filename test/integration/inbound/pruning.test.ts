import { expect, it } from 'vitest';
import { event, office, provideHeadOffice } from './head-office.ts';

provideHeadOffice();

const day = 24 * 60 * 60_000;

/** Lets days pass, with an event on each that is never deleted. */
async function live(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 1) {
    await office.clock.advance(day);
    await office.send({ body: event({ type: 'batch.finished', data: {} }) });
    await office.settle();
  }
}

it('an event that was applied is shown for 180 days', async () => {
  await office.send();
  await office.settle();
  await live(179);
  expect(office.receiver.inbox.counts()).toMatchObject({ applied: 1, kept: 179 });
  await live(2);
  expect(office.receiver.inbox.counts()).toMatchObject({ applied: 0, kept: 181 });
});

it('an event that was applied stays though the clock is months ahead for a while', async () => {
  const right = office.clock.now();
  await office.send();
  await office.settle();
  office.clock.set(right + 300 * day);
  await office.send();
  await office.settle();
  office.clock.set(right);
  expect(office.states()).toEqual(['applied', 'outdated']);
});
