import { expect, it } from 'vitest';
import { hour, office, provideOffice } from './office.ts';

provideOffice();

const day = 24 * hour;

/** Lets days pass, with a delivery on each. */
async function live(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 1) {
    office.clock.set(office.clock.now() + day);
    await office.send();
  }
}

it('what was delivered is shown for 90 days', async () => {
  await office.receiver();
  office.settle();
  await office.send();
  await live(89);
  expect(office.deliveries()).toHaveLength(1);
  await live(2);
  expect(office.deliveries()).toEqual([]);
});

it('what was delivered stays though the clock is months ahead for a while', async () => {
  await office.receiver();
  const right = office.clock.now();
  office.settle();
  await office.send();
  office.clock.set(right + 300 * day);
  await office.send();
  const next = office.open();
  next.start();
  await next.idle();
  await next.stop();
  office.clock.set(right);
  await office.send();
  expect(office.deliveries()).toMatchObject([{ state: 'delivered' }]);
});

it('what waits for a person stays however old it is', async () => {
  const { at } = await office.receiver();
  at.answer = () => 400;
  office.settle();
  await office.send();
  await live(95);
  expect(office.deliveries()).toMatchObject([{ state: 'dead' }]);
});

it('what waits for a receiver that is off is kept for 90 days', async () => {
  const { id, at } = await office.receiver();
  office.sender.endpoints.change(id, { enabled: false });
  office.settle();
  await office.send();
  await live(89);
  expect(office.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  await live(2);
  expect(office.deliveries()).toEqual([]);
  expect(at.received).toEqual([]);
});
