import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isCopyOf } from '../../../main/document/stamp/is-copy-of.ts';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import type { Pair } from '../../../main/gateway/basic.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { businessSale, type Chained, Device, TestClock } from '../../sandbox/device.ts';
import { cleared } from '../../support/run/outcomes.ts';
import { minute, provideShop, shop } from './shop.ts';

provideShop();

let sandbox: Sandbox;
let device: Device;
let pair: Pair;

beforeEach(async () => {
  const clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
  pair = await device.onboard();
});
afterEach(() => sandbox.close());

async function clear(document: Chained): Promise<Buffer> {
  const outcome = await device.gateway.clear(pair, document);
  return (outcome.kind === 'accepted' && outcome.clearedInvoice) || expect.fail('not cleared');
}

describe('the authority’s copy', () => {
  it('is known as that of the document that was sent, and holds', async () => {
    const document = device.next(businessSale, pair);
    const copy = await clear(document);
    expect(isCopyOf(copy, document.xml)).toBe(true);
    expect(verifyDocument(copy).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('of another document is none of this one', async () => {
    const copy = await clear(device.next(businessSale, pair));
    expect(isCopyOf(copy, device.next(businessSale, pair).xml)).toBe(false);
    expect(isCopyOf(Buffer.from('<a/>'), device.next(businessSale, pair).xml)).toBe(false);
  });

  it('that the authority changed is still this one’s', async () => {
    const document = device.next(businessSale, pair);
    const changed = Buffer.from((await clear(document)).toString('utf8').replace('قهوة', 'شاي'));
    expect(isCopyOf(changed, document.xml)).toBe(true);
  });

  it('with another total, party or time is none', async () => {
    const document = device.next(businessSale, pair);
    const copy = (await clear(document)).toString('utf8');
    for (const tag of [
      '<cbc:PayableAmount currencyID="SAR">',
      '<cbc:CompanyID>',
      '<cbc:IssueDate>2',
      '<cbc:IssueTime>',
    ]) {
      const digit = copy.indexOf(tag) + tag.length;
      const changed = `${copy.slice(0, digit)}${(Number(copy[digit]) + 1) % 10}${copy.slice(digit + 1)}`;
      expect(copy).toContain(tag);
      expect(isCopyOf(Buffer.from(changed), document.xml), tag).toBe(false);
    }
  });

  it('that cannot be looked at is not taken for ours', async () => {
    const submitter = shop.openSubmitter({
      isCopyOf: () => {
        throw new RangeError('out of memory');
      },
    });
    shop.authority = () => cleared;
    const uuid = shop.issue({ mode: 'clearance', dueIn: 5 * minute });
    submitter.start();
    await submitter.idle();
    expect(shop.stateOf(uuid)).toBe('waiting');
    expect(shop.ledger.documents.clearedXml(uuid)).toBeUndefined();
    await submitter.stop();
    expect(shop.errors.splice(0)).not.toEqual([]);
  });

  it('of another document leaves this one waiting for its own', async () => {
    const submitter = shop.openSubmitter({ isCopyOf: () => copies > 1 });
    let copies = 0;
    shop.authority = () => {
      copies += 1;
      return cleared;
    };
    const uuid = shop.issue({ mode: 'clearance', dueIn: 5 * minute });
    submitter.start();
    await submitter.idle();
    expect(shop.stateOf(uuid)).toBe('waiting');
    expect(shop.ledger.documents.clearedXml(uuid)).toBeUndefined();
    await shop.clock.advance(minute);
    expect(shop.stateOf(uuid)).toBe('accepted');
    expect(shop.ledger.documents.clearedXml(uuid)).toEqual(cleared.clearedInvoice);
    await submitter.stop();
  });
});
