import { describe, expect, it } from 'vitest';
import { ledgerSources } from '../../../main/integration/webhooks/ledger-sources.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { cleared, rejected, reported } from '../../support/run/outcomes.ts';
import { minute, office, provideOffice } from './office.ts';

provideOffice();

const told = () => office.deliveries().map(({ invoiceUuid, type }) => `${type} ${invoiceUuid}`);

describe('what happened in the ledger', () => {
  it('is told though the sender was dead when it happened', async () => {
    const { at } = await office.receiver();
    await office.sender.stop(); // Nothing is passed on in memory.
    const uuids = [office.settle(cleared), office.settle(rejected), office.settle(cleared)];
    expect(office.deliveries()).toEqual([]);
    const next = office.open();
    next.start();
    await next.idle();
    await next.stop();
    expect(at.events().map(({ data }) => data.invoiceUuid)).toEqual(uuids);
  });

  it('is told once, though another process fills the same rows', async () => {
    await office.receiver();
    const other = office.open();
    other.start();
    for (let index = 0; index < 5; index += 1) {
      office.settle();
      other.wake();
      office.sender.wake();
      await office.clock.advance(0);
    }
    await other.idle();
    await office.send();
    await other.stop();
    expect(office.deliveries()).toHaveLength(5);
  });

  it('is told once, and in full, by a ledger that a back-up was put in the place of', async () => {
    await office.receiver();
    const [first, second] = [office.settle(), office.settle()];
    await office.send();
    await office.sender.stop();
    // The new ledger has the second document in the state of waiting, and no event of the first one.
    const ledger = ledgerInMemory();
    const { feed, chain, documents, environment } = ledger;
    const sources = ledgerSources({ id: office.ledger.id, environment, feed, chain, documents });
    const next = office.open({ sources });
    office.settle(cleared, 'clearance', { ledger, uuid: second });
    const third = office.settle(cleared, 'clearance', { ledger });
    next.start();
    await next.idle();
    await next.stop();
    ledger.close();
    expect(told()).toEqual([third, second, first].map((uuid) => `invoice.cleared ${uuid}`));
  });

  it('is told in full however much there is at once', async () => {
    await office.receiver();
    await office.sender.stop();
    const uuids = Array.from({ length: 700 }, () => office.settle(cleared)); // Each document has two events, which makes several pages of 500 rows.
    const next = office.open();
    next.start();
    await next.idle();
    await next.stop();
    const rows = office.database
      .prepare('SELECT invoice_uuid AS uuid FROM webhook_delivery ORDER BY seq')
      .all();
    expect(rows).toEqual(uuids.map((uuid) => ({ uuid })));
  });

  it('ends once, even when two calls brought the same end', async () => {
    await office.receiver();
    const uuid = office.settle(cleared);
    await office.send();
    // This is a late answer to an earlier call, whose claim has expired.
    const [claimed] = office.claims;
    if (claimed === undefined) throw new Error('nothing was claimed');
    office.ledger.queue.settle(
      claimed,
      { ...cleared, again: true },
      { state: 'accepted' },
      office.clock.now() + minute,
    );
    await office.send();
    expect(told()).toEqual([`invoice.cleared ${uuid}`]);
  });

  it('is a clearance only where it was one', async () => {
    const { id } = await office.receiver();
    office.sender.endpoints.change(id, { kinds: ['cleared', 'reported'] });
    const uuid = office.settle(reported, 'reporting');
    await office.send();
    expect(told()).toEqual([`invoice.reported ${uuid}`]);
  });

  it('stays to be told when its rows could not be written', async () => {
    const { at } = await office.receiver();
    office.settle();
    office.database.exec(
      `CREATE TEMP TRIGGER full BEFORE INSERT ON webhook_delivery BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    await office.send();
    expect(office.errors.splice(0)).not.toEqual([]);
    expect(at.received).toEqual([]);
    office.database.exec('DROP TRIGGER temp.full');
    await office.clock.advance(minute);
    await office.sender.idle();
    expect(at.received).toHaveLength(1);
  });
});
