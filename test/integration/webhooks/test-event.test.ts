import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../main/integration/inbound/event.ts';
import { occurrenceKinds, standardNames } from '../../../shared/contract/programs/webhook-events.ts';
import { webhooks } from '../../../shared/contract/programs/webhooks.ts';
import { failing } from '../../books/ledger/support.ts';
import { manager } from '../../support/run/callers.ts';
import { minute, office, provideOffice } from './office.ts';

provideOffice();

const command = webhooks['webhook.sendTest'];
const nobody = '00000000-0000-0000-0000-000000000000';

const test = async (input: object) =>
  command.output.parse(await office.handlers['webhook.sendTest'](command.input.parse(input), manager));

describe('a test', () => {
  it.each(occurrenceKinds)('of %s has its data, and a name and ids that no event has', async (kind) => {
    const { id, at } = await office.receiver();
    const sent = await test({ id, kind });
    const type = `webhook.test.${standardNames[kind]}`;
    expect(sent).toMatchObject({ type, taken: true, httpStatus: 200 });
    const [event] = at.events();
    expect(event).toMatchObject({ type, data: { test: true, environment: 'training' } });
    expect(at.received[0]).toMatchObject({
      signed: true,
      timed: { by: at.secrets },
      headers: { 'x-service-event': type, 'x-service-delivery': sent.id },
    });
    const { invoiceUuid = nobody, saleId = nobody, invoiceId = 'TEST', number = 'TEST' } = event?.data ?? {};
    expect([invoiceUuid, saleId, invoiceId, number]).toEqual([nobody, nobody, 'TEST', 'TEST']);
    const { reference = 'TEST', metadata = { test: 'true' } } = event?.data ?? {};
    expect({ reference, metadata }).toEqual({ reference: 'TEST', metadata: { test: 'true' } });
    // Receivers of events, including this program's own, do not know such a kind.
    expect(readEvent(Buffer.from(at.received[0]?.body ?? ''))?.invoice).toBeUndefined();
  });

  it('of no kind concerns nothing', async () => {
    const { id, at } = await office.receiver();
    expect(await test({ id })).toMatchObject({ type: 'webhook.test', taken: true });
    expect(at.events()[0]?.data).toEqual({ test: true, message: 'This is a test.' });
  });

  it('takes the names that the manager gave', async () => {
    const { id, at } = await office.receiver();
    office.sender.settings.change({ testName: 'our.try', names: { cleared: 'our.cleared' } });
    await test({ id, kind: 'cleared' });
    expect(at.events()[0]?.type).toBe('our.try.our.cleared');
  });

  it('says the answer, its words and its time', async () => {
    const { id, at } = await office.receiver();
    at.answer = () => (response) => {
      void office.clock.advance(250).then(() => response.writeHead(422).end('no such account'));
    };
    expect(await test({ id, kind: 'reported' })).toMatchObject({
      taken: false,
      failure: 'answered',
      httpStatus: 422,
      answer: 'no such account',
      tookMs: 250,
      sentAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('is sent once, whatever the answer, and no queue, list or count has it', async () => {
    const { id, at } = await office.receiver();
    at.answer = () => 503;
    expect(await test({ id, kind: 'cleared' })).toMatchObject({ taken: false, httpStatus: 503 });
    await at.close();
    office.receivers.pop();
    expect(await test({ id, kind: 'cleared' })).toMatchObject({ taken: false, failure: 'connection-failed' });
    await office.wait(60 * minute);
    expect(at.received).toHaveLength(1);
    expect(office.deliveries()).toEqual([]);
    expect(office.sender.deliveries.counts()).toEqual({ waiting: 0, delivered: 0, dead: 0, discarded: 0 });
  });

  it('goes to a receiver that is off, while real events wait', async () => {
    const { id, at } = await office.receiver();
    at.answer = () => 503;
    office.settle();
    await office.send();
    office.sender.endpoints.change(id, { enabled: false });
    at.answer = () => 200;
    expect(await test({ id, kind: 'cleared' })).toMatchObject({ taken: true });
    expect(office.delivery()).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('goes to no receiver that was removed', async () => {
    const { id } = await office.receiver();
    await office.sender.endpoints.remove(id);
    await expect(test({ id, kind: 'cleared' })).rejects.toEqual(failing('not-found'));
  });
});
