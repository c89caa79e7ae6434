import { describe, expect, it } from 'vitest';
import { webhooks as described } from '../../../main/integration/api/openapi/openapi-webhooks.ts';
import type { Occurrence } from '../../../main/integration/webhooks/occurrence.ts';
import { eventExamples } from '../../../main/integration/webhooks/test-event.ts';
import {
  eventDataSchemas,
  type OccurrenceKind,
  occurrenceKinds,
  standardKinds,
  standardNames,
} from '../../../shared/contract/programs/webhook-events.ts';
import { webhooks } from '../../../shared/contract/programs/webhooks.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { documentFor, newEntry } from '../../books/ledger/sample.ts';
import { manager } from '../../support/run/callers.ts';
import {
  cleared,
  rejected,
  reported,
  reportedWithWarning,
  requestRefused,
  tooLarge,
} from '../../support/run/outcomes.ts';
import { hour, minute, office, provideOffice } from './office.ts';

provideOffice();

const saleId = '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11';
const lines = [{ name: 'Coffee', quantity: '1', unitPrice: '11.50' }];

/** Announces the kinds that are in no row of the ledger. */
function announceOthers(): void {
  const at = office.clock.now();
  const others: Occurrence[] = (['certificateOnboarded', 'batchFinished', 'deadlineAlarm'] as const).map(
    (kind) => ({
      kind,
      source: `${kind}:1`,
      at,
      data: () => eventExamples[kind],
    }),
  );
  for (const each of [...others, ...others]) office.sender.announce(each); // Each is announced twice, but sent once.
}

/** Makes one event of each kind, and for each of these also two of the kind `issued`. */
async function makeOneOfEach(): Promise<void> {
  office.settle(cleared);
  office.settle(rejected, 'reporting');
  office.settle(reported, 'reporting', { entry: { sale: saleSchema.parse({ saleId, lines }) } });
  office.settle(tooLarge, 'reporting');
  announceOthers();
  await office.send();
}

describe('the kinds of events', () => {
  it('all have a name, data as described, and come to whoever chose them', async () => {
    const { at } = await office.receiver(occurrenceKinds);
    await makeOneOfEach();
    const types = Map.groupBy(at.events(), ({ type }) => type);
    expect([...types.keys()].toSorted()).toEqual(Object.values(standardNames).toSorted());
    for (const kind of occurrenceKinds) {
      const told = types.get(standardNames[kind]) ?? [];
      expect([kind, told.length]).toEqual([kind, kind === 'issued' ? 4 : 1]);
      for (const { data } of told) expect(eventDataSchemas[kind].strict().parse(data)).toEqual(data);
    }
    expect(at.received.every(({ signed }) => signed)).toBe(true);
  });

  it.each(occurrenceKinds)('%s comes to nobody who did not choose it', async (kind) => {
    const { at } = await office.receiver(occurrenceKinds.filter((each) => each !== kind));
    await makeOneOfEach();
    const types = at.events().map(({ type }) => type);
    expect(types).not.toContain(standardNames[kind]);
    expect(new Set(types).size).toBe(occurrenceKinds.length - 1);
  });

  it('that a receiver is told of unless it says otherwise are the ends of a document’s way', async () => {
    const url = 'https://receiver.example/';
    const input = webhooks['webhook.addEndpoint'].input.parse({ url });
    const { endpoint } = await office.handlers['webhook.addEndpoint'](input, manager);
    expect(endpoint.kinds).toEqual([...standardKinds]);
    expect(standardKinds).toEqual(['cleared', 'rejected', 'reported', 'parked']);
  });

  it('have other names where the manager gave them, for receivers that already know these', async () => {
    const { at } = await office.receiver(['reported', 'issued']);
    const change = webhooks['webhook.changeSettings'].input.parse({ names: { reported: 'our.reported' } });
    await office.handlers['webhook.changeSettings'](change, manager);
    office.settle(reported, 'reporting');
    await office.send();
    expect(
      at
        .events()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['invoice.issued', 'our.reported']);
    expect(at.received.map(({ headers }) => headers['x-service-event'])).toEqual(
      at.events().map(({ type }) => type),
    );
  });

  it('are all in the description of the API, with an example that fits', () => {
    const tested = [...Object.values(standardNames), 'webhook.test'];
    expect(Object.keys(described).toSorted()).toEqual(tested.toSorted());
    for (const kind of occurrenceKinds) eventDataSchemas[kind].strict().parse(eventExamples[kind]);
    // A receiver that validates with the schema must not refuse fields that a later version adds.
    expect(JSON.stringify(described)).not.toContain('"additionalProperties":false');
  });
});

describe('the data of an event', () => {
  const dataOf = async (kind: OccurrenceKind, act: () => void) => {
    const { at } = await office.receiver([kind]);
    act();
    await office.send();
    expect(at.events()).toHaveLength(1);
    return at.events()[0]?.data;
  };

  it('of a document issued anew, even twice, says what it replaces and which sale was first', async () => {
    const { at } = await office.receiver(['rejected', 'reported', 'issued']);
    const first = office.settle(rejected, 'reporting', { entry: { saleId } });
    const second = office.settle(rejected, 'reporting', { entry: { replaces: first } });
    office.settle(reported, 'reporting', { entry: { replaces: second } });
    await office.send();
    const told = at.events().map(({ type, data }) => [type, data.number, data.replaces, data.firstSaleId]);
    expect(told.toSorted()).toEqual(
      [
        ...['issued', 'rejected'].map((kind) => [`invoice.${kind}`, 'T1-000001', undefined, undefined]),
        ...['issued', 'rejected'].map((kind) => [`invoice.${kind}`, 'T1-000002', 'T1-000001', saleId]),
        ...['issued', 'reported'].map((kind) => [`invoice.${kind}`, 'T1-000003', 'T1-000002', saleId]),
      ].toSorted(),
    );
  });

  it('says which sale it was, what kind, for whom and how much', async () => {
    const data = await dataOf('reported', () =>
      office.settle(reported, 'reporting', { entry: { sale: saleSchema.parse({ saleId, lines }) } }),
    );
    expect(data).toMatchObject({
      saleId,
      number: 'T1-000001',
      invoiceId: 'T1-000001',
      kind: 'invoice',
      customer: 'consumer',
      currency: 'SAR',
      payable: '11.50',
      vat: '1.50',
      issuedAt: '2026-11-20T10:00:00.000Z',
      environment: 'training',
    });
  });

  it('has the true time of a document that a clock ahead issued', async () => {
    const now = office.clock.now();
    const data = await dataOf('reported', () => {
      const issuedAt = now + hour;
      const { entry } = office.ledger.chain.append(
        newEntry({ documentFor: (link) => documentFor(link, { issuedAt, dueAt: issuedAt + hour }) }),
      );
      office.ledger.times.correct({ now, actor: 'Mona', reason: 'The clock was ahead' });
      office.decide(entry.uuid, reported);
    });
    expect(data).toMatchObject({
      issuedAt: new Date(now + hour).toISOString(),
      trueAt: new Date(now).toISOString(),
    });
  });

  it('gives back what the caller keeps beside the sale', async () => {
    const callersOwn = { reference: 'ORDER-1', metadata: { table: '4' } };
    const data = await dataOf('reported', () =>
      office.settle(reported, 'reporting', {
        entry: { sale: saleSchema.parse({ saleId, lines, ...callersOwn }) },
      }),
    );
    expect(data).toMatchObject(callersOwn);
  });

  it('says that it is a credit note, and of what', async () => {
    const corrects = [{ number: 'T1-000001', uuid: saleId }];
    const data = await dataOf('rejected', () =>
      office.settle(rejected, 'reporting', {
        entry: {
          kind: 'creditNote',
          sale: saleSchema.parse({ kind: 'creditNote', reason: 'Damaged', lines, corrects }),
          corrects: ['T1-000001'],
        },
      }),
    );
    expect(data).toMatchObject({ kind: 'creditNote', corrects: ['T1-000001'] });
  });

  it('has the errors of the authority with their codes', async () => {
    const data = await dataOf('rejected', () => office.settle(rejected, 'reporting'));
    expect(data?.messages).toEqual([
      { type: 'ERROR', code: 'invalid-invoice-hash', category: 'INVOICE_HASHING_ERRORS', status: 'ERROR' },
    ]);
  });

  it('has its warnings on what it accepted', async () => {
    const data = await dataOf('reported', () => office.settle(reportedWithWarning, 'reporting'));
    expect(data?.messages).toEqual([
      { type: 'WARNING', code: 'BR-KSA-98', message: 'late', status: 'WARNING' },
    ]);
  });
});

describe('a document that is not sent again by itself', () => {
  it('is told of each time, and then of its end', async () => {
    const { at } = await office.receiver(standardKinds);
    const uuid = office.settle(requestRefused, 'reporting');
    await office.send();
    await office.clock.advance(minute);
    office.decide(uuid, tooLarge);
    await office.send();
    await office.clock.advance(minute);
    office.decide(uuid, reported);
    await office.send();
    expect(at.events().map(({ type, data }) => [type, data.httpStatus])).toEqual([
      ['invoice.parked', 400],
      ['invoice.parked', 413],
      ['invoice.reported', undefined],
    ]);
    expect(new Set(at.events().map(({ data }) => data.invoiceUuid))).toEqual(new Set([uuid]));
  });

  it('is not told of when it is only sent later', async () => {
    const { at } = await office.receiver(standardKinds);
    const now = office.clock.now();
    const { entry } = office.ledger.chain.append(newEntry());
    const claimed = office.ledger.queue.claim(entry.uuid, now, minute);
    if (claimed === undefined) throw new Error('not claimed');
    office.ledger.queue.settle(claimed, requestRefused, { state: 'waiting', nextAt: now + minute }, now);
    await office.send();
    expect(at.received).toEqual([]);
  });

  it('is not told of by an answer that came after its end', async () => {
    const { at } = await office.receiver(standardKinds);
    office.settle(reported, 'reporting');
    const [claimed] = office.claims;
    if (claimed === undefined) throw new Error('nothing was claimed');
    office.ledger.queue.settle(claimed, tooLarge, { state: 'parked' }, office.clock.now());
    await office.send();
    expect(at.events().map(({ type }) => type)).toEqual(['invoice.reported']);
  });
});
