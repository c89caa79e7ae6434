import { describe, expect, it } from 'vitest';
import { hour, minute, office, provideOffice, second } from './office.ts';

provideOffice();

const day = 24 * hour;

/** Lets the sender work until the clock has moved on by so many milliseconds, in small steps. */
async function pass(milliseconds: number, step: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    await office.clock.advance(step);
    await office.sender.idle();
  }
}

describe('a receiver that fails', () => {
  it('is called less and less often, however many events wait for it', async () => {
    const { at } = await office.receiver();
    at.answer = () => 503;
    for (let index = 0; index < 300; index += 1) office.settle();
    await office.send();
    await pass(3 * minute, second);
    expect(at.received.length).toBeLessThan(12);
    const after = at.received.length;
    await pass(day, 10 * minute);
    expect(at.received.length - after).toBeLessThan(60);
    expect(office.sender.deliveries.counts()).toMatchObject({ waiting: 300, dead: 0 });
  });

  it('gets everything soon after it works again', async () => {
    const { at } = await office.receiver();
    at.answer = () => 503;
    for (let index = 0; index < 40; index += 1) office.settle();
    await office.send();
    await pass(2 * minute, second);
    at.answer = () => 200;
    await pass(3 * minute, second);
    expect(office.sender.deliveries.counts()).toMatchObject({ waiting: 0, delivered: 40 });
  });

  it('holds up no other receiver', async () => {
    const dead = await office.receiver();
    dead.at.answer = () => 503;
    const alive = await office.receiver();
    for (let index = 0; index < 40; index += 1) office.settle();
    await office.send();
    expect(alive.at.received).toHaveLength(40);
    expect(dead.at.received.length).toBeLessThan(5);
  });

  it('is not called again at once by a program that starts anew', async () => {
    const { at } = await office.receiver();
    at.answer = () => 503;
    for (let index = 0; index < 40; index += 1) office.settle();
    await office.send();
    await pass(3 * minute, second);
    const before = at.received.length;
    await office.sender.stop();
    office.sender = office.open();
    office.sender.start();
    await office.sender.idle();
    expect(at.received).toHaveLength(before);
  });

  it('that asks for a pause is not called for another event meanwhile', async () => {
    const { at } = await office.receiver();
    at.answer = () => (response) => response.writeHead(429, { 'Retry-After': '600' }).end();
    office.settle();
    await office.send();
    office.settle();
    await office.send();
    await pass(9 * minute, 30 * second);
    expect(at.received).toHaveLength(1);
  });

  it('is called at once for a delivery that a person sends again, and then gets the others', async () => {
    const { at } = await office.receiver();
    at.answer = () => 401;
    office.settle();
    await office.send();
    at.answer = () => 503;
    office.settle();
    await pass(minute, second);
    at.answer = () => 200;
    const refused = office.deliveries().find(({ state }) => state === 'dead');
    await office.sender.deadLetters.resend(refused?.id ?? '');
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 1, waiting: 1 });
    await pass(2 * minute, second);
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 2, waiting: 0 });
  });

  it('is called at once after a test that it took', async () => {
    const { id, at } = await office.receiver();
    at.answer = () => 503;
    for (let index = 0; index < 10; index += 1) office.settle();
    await office.send();
    await pass(10 * minute, 10 * second);
    at.answer = () => 200;
    await office.sender.sendTest(id);
    await office.send();
    expect(office.sender.endpoints.list()[0]).not.toHaveProperty('failingSince');
  });
});

describe('a delivery', () => {
  it('is tried for three days at least, whatever the number of attempts', async () => {
    const { at } = await office.receiver();
    at.answer = () => 503;
    office.sender.settings.change({ maxAttempts: 1 });
    office.settle();
    const begin = office.clock.now();
    await office.send();
    while (office.delivery().state === 'waiting')
      await office.wait(Date.parse(office.delivery().nextAt ?? '') - office.clock.now());
    expect(office.clock.now() - begin).toBeGreaterThanOrEqual(3 * day);
    expect(office.clock.now() - begin).toBeLessThan(3 * day + 6 * hour);
  });

  it('is tried for three days again after its receiver was off', async () => {
    const { id, at } = await office.receiver();
    at.answer = () => 503;
    office.sender.settings.change({ maxAttempts: 1 });
    office.settle();
    await office.send();
    await office.sender.changeEndpoint(id, { enabled: false });
    await pass(4 * day, hour);
    await office.sender.changeEndpoint(id, { enabled: true });
    await pass(hour, minute);
    expect(office.delivery()).toMatchObject({ state: 'waiting' });
  });
});

describe('a receiver that answers 410', () => {
  it('is turned off, says so, and keeps its events until it is on again', async () => {
    const gone: string[] = [];
    await office.sender.stop();
    office.sender = office.open({ onGone: ({ url }) => gone.push(url) });
    office.sender.start();
    const { id, at } = await office.receiver();
    at.answer = () => 410;
    office.settle();
    office.settle();
    await office.send();
    await pass(day, hour);
    expect(at.received.length).toBeLessThan(3);
    const since = new Date(Date.parse('2026-11-20T10:00:00.000Z')).toISOString();
    expect(office.sender.endpoints.get(id)).toMatchObject({ enabled: false, goneAt: since });
    expect(gone).toEqual([office.sender.endpoints.get(id).url]);
    expect(office.deliveries()).toMatchObject([{ state: 'waiting' }, { state: 'waiting', failure: 'gone' }]);

    at.answer = () => 200;
    await office.sender.changeEndpoint(id, { enabled: true });
    await office.send();
    expect(office.sender.endpoints.get(id)).not.toHaveProperty('goneAt');
    expect(office.sender.deliveries.counts()).toMatchObject({ delivered: 2 });
  });
});

describe('a receiver that was added', () => {
  it('gets no event from before, even if none was read since', async () => {
    await office.sender.stop();
    office.settle();
    office.settle();
    const { at } = await office.receiver();
    const after = office.settle();
    office.sender = office.open();
    office.sender.start();
    await office.send();
    expect(at.events().map(({ data }) => data.invoiceUuid)).toEqual([after]);
  });

  it('gets no event of a kind from before that kind was chosen', async () => {
    const { id, at } = await office.receiver(['rejected']);
    await office.sender.stop();
    office.settle();
    await office.sender.changeEndpoint(id, { kinds: ['cleared'] });
    const after = office.settle();
    office.sender = office.open();
    office.sender.start();
    await office.send();
    expect(at.events().map(({ data }) => data.invoiceUuid)).toEqual([after]);
  });
});

describe('the alarms about receivers', () => {
  const alarms = () => office.sender.alarms(office.clock.now());

  it('name one that takes nothing for an hour, until it takes something', async () => {
    const { at } = await office.receiver();
    at.answer = () => 503;
    office.settle();
    await office.send();
    expect(alarms()).toEqual([]);
    await pass(2 * hour, minute);
    const since = '2026-11-20T10:00:00.000Z';
    const receiver = `127.0.0.1:${at.port}`;
    expect(alarms()).toMatchObject([{ kind: 'webhook', why: 'failing', count: 1, since, receiver }]);
    at.answer = () => 200;
    await pass(6 * hour, 10 * minute);
    expect(alarms()).toEqual([]);
  });

  it('count what was given up until it is sent again or discarded', async () => {
    const { at } = await office.receiver();
    at.answer = () => 400;
    office.settle();
    office.settle();
    await office.send();
    expect(alarms()).toMatchObject([{ kind: 'webhook', why: 'given-up', level: 'amber', count: 2 }]);
    at.answer = () => 200;
    office.sender.deadLetters.resendAll(undefined);
    await office.send();
    expect(alarms()).toEqual([]);
  });

  it('name one that answered 410', async () => {
    const { at } = await office.receiver();
    at.answer = () => 410;
    office.settle();
    await office.send();
    expect(alarms()).toMatchObject([{ kind: 'webhook', why: 'gone', count: 1 }]);
  });
});
