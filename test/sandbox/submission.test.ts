import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstPreviousHash } from '../../main/books/ledger/database/first-previous-hash.ts';
import type { Document } from '../../main/document/invoice/invoice.ts';
import { readCertificate } from '../../main/document/stamp/certificates/certificate.ts';
import { readDocument } from '../../main/document/stamp/read-document.ts';
import { verifyDocument } from '../../main/document/stamp/verify/verify.ts';
import type { Pair } from '../../main/gateway/basic.ts';
import { sandboxName } from '../../main/sandbox/authority.ts';
import { parseFault } from '../../main/sandbox/faults/faults.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import { businessSale, consumerSale, Device, hour, seller, TestClock } from './device.ts';

let clock: TestClock;
let sandbox: Sandbox;
let device: Device;
let pair: Pair;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
  pair = await device.onboard();
});
afterEach(() => sandbox.close());

const rejectedWith = (code: string) => ({
  kind: 'rejected',
  errors: expect.arrayContaining([expect.objectContaining({ code, status: 'ERROR' })]),
});

describe('reporting', () => {
  test('takes a simplified document, once', async () => {
    const document = device.next(consumerSale, pair);
    const first = await device.gateway.report(pair, document);
    expect(first).toMatchObject({
      kind: 'accepted',
      again: false,
      status: 'REPORTED',
      warnings: [],
      errors: [],
    });
    const again = await device.gateway.report(pair, document);
    expect(again).toMatchObject({ kind: 'accepted', again: true, answer: { httpStatus: 409 } });
    expect(sandbox.received()).toMatchObject([
      {
        uuid: document.uuid,
        hash: document.hash,
        icv: 1,
        interface: 'reporting',
        status: 'REPORTED',
        timesReceived: 2,
      },
    ]);
  });

  test('warns of a document older than a day, and still takes it', async () => {
    const document = device.next(consumerSale, pair);
    clock.advance(24 * hour);
    expect(await device.gateway.report(pair, device.stamp(consumerSale, pair, { icv: 9 }))).toMatchObject({
      answer: { httpStatus: 200 },
    });
    clock.advance(1000);
    expect(await device.gateway.report(pair, document)).toMatchObject({
      kind: 'accepted',
      answer: { httpStatus: 202 },
      warnings: [{ code: 'BR-KSA-98', status: 'WARNING' }],
    });
  });

  test('refuses a document of tomorrow', async () => {
    const issuedAt = clock.now() + 24 * hour;
    expect(await device.gateway.report(pair, device.next(consumerSale, pair, { issuedAt }))).toMatchObject(
      rejectedWith('BR-KSA-04'),
    );
  });
});

describe('clearance', () => {
  const supplier = { ...seller, name: 'شركة الموردين', vatNumber: '399999999700003' };
  const selfBilled: SaleInput = {
    customer: 'business',
    special: { selfBilled: true },
    supplier,
    lines: businessSale.lines,
  };

  test('takes a self-billed document, in which the company of the certificate is the buyer', async () => {
    expect(await device.gateway.clear(pair, device.next(selfBilled, pair))).toMatchObject({
      kind: 'accepted',
      status: 'CLEARED',
    });
  });

  test.each([
    ['a self-billed document of another company', selfBilled, 'buyer'],
    ['a document of another seller', businessSale, 'seller'],
  ])('refuses %s', async (_, sale, party) => {
    const edit = (document: Document) => ({
      ...document,
      rest: document.rest.replaceAll(seller.vatNumber, '399999999600003'),
      qr: { ...document.qr, vatNumber: party === 'seller' ? '399999999600003' : document.qr.vatNumber },
    });
    expect(await device.gateway.clear(pair, device.next(sale, pair, { edit }))).toMatchObject({
      kind: 'rejected',
      errors: [
        {
          code: 'certificate-permissions',
          message: `The ${party}'s VAT number is not that of the certificate`,
        },
      ],
    });
  });

  test('gives the document back with the authority’s stamp and the same hash, and the same copy again', async () => {
    const document = device.next(businessSale, pair);
    const first = await device.gateway.clear(pair, document);
    expect(first).toMatchObject({ kind: 'accepted', again: false, status: 'CLEARED' });
    const copy = first.kind === 'accepted' ? first.clearedInvoice : undefined;
    if (copy === undefined) throw new Error('no copy');
    expect(verifyDocument(copy).filter(({ ok }) => !ok)).toEqual([]);
    const facts = readDocument(copy);
    expect(facts).toMatchObject({ hash: document.hash, uuid: document.uuid, icv: document.icv });
    expect(readCertificate(facts.certificateText ?? '').commonName).toBe(sandboxName('training'));
    expect(facts.qr).not.toBe(readDocument(document.xml).qr);

    clock.advance(hour);
    const again = await device.gateway.clear(pair, document);
    expect(again).toMatchObject({ kind: 'accepted', again: true, answer: { httpStatus: 208 } });
    expect(again.kind === 'accepted' && again.clearedInvoice?.equals(copy)).toBe(true);
    expect(sandbox.received()).toMatchObject([
      { interface: 'clearance', status: 'CLEARED', timesReceived: 2 },
    ]);
  });

  test('switched off sends to reporting, which takes the document then', async () => {
    const document = device.next(businessSale, pair);
    sandbox.faults.set([parseFault('clearance-off')]);
    expect(await device.gateway.clear(pair, document)).toMatchObject({ kind: 'clearance-off' });
    sandbox.faults.set([]);
    expect(await device.gateway.report(pair, document)).toMatchObject({
      kind: 'accepted',
      status: 'REPORTED',
    });
  });
});

describe('the wrong interface', () => {
  test('refuses a standard document on reporting', async () => {
    expect(await device.gateway.report(pair, device.next(businessSale, pair))).toMatchObject(
      rejectedWith('sandbox-interface'),
    );
  });
  test('refuses a simplified document on clearance', async () => {
    expect(await device.gateway.clear(pair, device.next(consumerSale, pair))).toMatchObject(
      rejectedWith('sandbox-interface'),
    );
  });
});

describe('a document that is not what it says', () => {
  test.each<[string, (xml: string) => string, string]>([
    ['is no XML', () => 'not xml', 'XSD_ZATCA_INVALID'],
    ['is another kind of XML', () => '<Order/>', 'XSD_ZATCA_INVALID'],
    [
      'has no stamp',
      (xml) => xml.replace(/<ext:UBLExtensions>.*<\/ext:UBLExtensions>/s, ''),
      'XSD_ZATCA_INVALID',
    ],
    ['was altered', (xml) => xml.replace('قهوة', 'شاي'), 'invalid-invoice-hash'],
    [
      'has another’s seller in it',
      (xml) => xml.replaceAll('399999999900003', '300000000000003'),
      'certificate-permissions',
    ],
    [
      'has another signature',
      (xml) => xml.replace(/(<ds:SignatureValue>)[^<]{20}/, `$1${'MEUC'.repeat(5)}`),
      'invalid-digital-signature',
    ],
    [
      'has other signed properties',
      (xml) => xml.replace(/<xades:SigningTime>20\d\d/, '<xades:SigningTime>2019'),
      'signed-properties-hashing',
    ],
  ])('is rejected when it %s', async (_, alter, code) => {
    const { xml, ...rest } = device.next(consumerSale, pair);
    const altered = Buffer.from(alter(xml.toString('utf8')));
    expect(altered.equals(xml)).toBe(false);
    expect(await device.gateway.report(pair, { ...rest, xml: altered })).toMatchObject(rejectedWith(code));
    expect(sandbox.received()).toEqual([]);
  });

  test('is rejected when its QR is another document’s', async () => {
    const other = readDocument(device.stamp(consumerSale, pair).xml).qr ?? '';
    const document = device.next(consumerSale, pair);
    const ownQr = readDocument(document.xml).qr ?? '';
    const xml = Buffer.from(document.xml.toString('utf8').replace(ownQr, other));
    expect(await device.gateway.report(pair, { ...document, xml })).toMatchObject(
      rejectedWith('QRCODE_INVALID'),
    );
  });

  test('is rejected when hash or UUID beside it differ', async () => {
    const document = device.next(consumerSale, pair);
    const other = device.stamp(consumerSale, pair, { icv: 7 });
    expect(await device.gateway.report(pair, { ...document, hash: other.hash })).toMatchObject(
      rejectedWith('invalid-invoice-hash'),
    );
    expect(await device.gateway.report(pair, { ...document, uuid: other.uuid })).toMatchObject(
      rejectedWith('sandbox-uuid'),
    );
  });

  test('is rejected when another device stamped it', async () => {
    const other = new Device(sandbox, clock, { serial: '1-Khatm|2-1|3-other' });
    const otherPair = await other.onboard();
    expect(await device.gateway.report(pair, other.next(consumerSale, otherPair))).toMatchObject(
      rejectedWith('certificate-permissions'),
    );
  });

  test('is rejected when its seller is not the certificate’s', async () => {
    const edit = (document: Document) => ({
      ...document,
      rest: document.rest.replace('399999999900003', '300000000000003'),
      qr: { ...document.qr, vatNumber: '300000000000003' },
    });
    expect(await device.gateway.report(pair, device.next(consumerSale, pair, { edit }))).toMatchObject({
      kind: 'rejected',
      errors: [{ code: 'certificate-permissions' }],
    });
  });

  test('is rejected when the certificate does not allow its type', async () => {
    const simplifiedOnly = new Device(sandbox, clock, { documentTypes: '0100', serial: '1-a|2-b|3-c' });
    const { pair: compliance, requestId } = await simplifiedOnly.compliance();
    for (const kind of ['invoice', 'creditNote', 'debitNote'] as const) {
      const correction = kind === 'invoice' ? {} : { corrects: [{ number: '1' }], reason: 'x' };
      const body = simplifiedOnly.stamp({ ...consumerSale, kind, ...correction }, compliance);
      await simplifiedOnly.gateway.checkCompliance(compliance, body);
    }
    const production = await simplifiedOnly.gateway.requestProduction(compliance, requestId);
    if (production.kind !== 'issued') throw new Error(production.kind);
    const document = simplifiedOnly.next(businessSale, production.pair);
    expect(await simplifiedOnly.gateway.clear(production.pair, document)).toMatchObject(
      rejectedWith('certificate-permissions'),
    );
  });

  test('other bytes under a UUID that was accepted are rejected, and the first ones stay', async () => {
    const document = device.next(consumerSale, pair);
    await device.gateway.report(pair, document);
    const other = device.next(consumerSale, pair, { uuid: document.uuid });
    expect(await device.gateway.report(pair, other)).toMatchObject(rejectedWith('sandbox-uuid-reused'));
    expect(sandbox.received()).toMatchObject([{ hash: document.hash, timesReceived: 1 }]);
  });

  test('says so in Arabic when asked', async () => {
    const answer = await fetch(`${sandbox.address}/invoices/reporting/single`, {
      method: 'POST',
      headers: {
        'Accept-Version': 'V2',
        'Content-Type': 'application/json',
        'Accept-Language': 'ar',
        Authorization: `Basic ${Buffer.from(`${pair.csid}:${pair.secret}`).toString('base64')}`,
      },
      body: JSON.stringify({ invoiceHash: 'x', uuid: 'y', invoice: 'QUJD' }),
    });
    const body = (await answer.json()) as { validationResults: { errorMessages: { message: string }[] } };
    expect(body.validationResults.errorMessages[0]?.message).toMatch(/[\u0600-\u06FF]/);
  });
});

describe('the chain of a device', () => {
  test('may come in any order and with gaps', async () => {
    const documents = [1, 2, 3, 4].map(() => device.next(consumerSale, pair));
    for (const index of [3, 1, 2, 0]) {
      const document = documents[index];
      if (document === undefined) throw new Error('no document');
      expect(await device.gateway.report(pair, document)).toMatchObject({ kind: 'accepted' });
    }
    const later = device.next(consumerSale, pair, { icv: 100 });
    expect(await device.gateway.report(pair, later)).toMatchObject({ kind: 'accepted' });
  });

  test('refuses a counter that was used', async () => {
    await device.gateway.report(pair, device.next(consumerSale, pair));
    const fork = device.stamp(consumerSale, pair, { icv: 1 });
    expect(await device.gateway.report(pair, fork)).toMatchObject(rejectedWith('sandbox-counter-reused'));
  });

  test('refuses a first document that names one before it', async () => {
    const { hash } = device.stamp(consumerSale, pair);
    const document = device.next(consumerSale, pair, { icv: 1, previousHash: hash });
    expect(await device.gateway.report(pair, document)).toMatchObject(rejectedWith('sandbox-previous-hash'));
  });

  test('refuses a document that names another one before it', async () => {
    const first = device.next(consumerSale, pair);
    await device.gateway.report(pair, first);
    const { hash } = device.stamp(consumerSale, pair);
    const document = device.next(consumerSale, pair, { previousHash: hash });
    expect(await device.gateway.report(pair, document)).toMatchObject(rejectedWith('sandbox-previous-hash'));
  });

  test('refuses a document that the next one, known already, does not name', async () => {
    const hidden = device.stamp(consumerSale, pair, { icv: 1 });
    const next = device.next(consumerSale, pair, { icv: 2, previousHash: hidden.hash });
    expect(await device.gateway.report(pair, next)).toMatchObject({ kind: 'accepted' });
    const other = device.stamp(businessSale, pair, { icv: 1, previousHash: firstPreviousHash });
    expect(await device.gateway.clear(pair, other)).toMatchObject(rejectedWith('sandbox-next-previous-hash'));
  });

  test('keeps the place of a rejected document', async () => {
    const rejected = device.next(consumerSale, pair, { issuedAt: clock.now() + 24 * hour });
    expect((await device.gateway.report(pair, rejected)).kind).toBe('rejected');
    expect(await device.gateway.report(pair, device.next(consumerSale, pair))).toMatchObject({
      kind: 'accepted',
    });
    const again = device.stamp(consumerSale, pair, { icv: rejected.icv, previousHash: firstPreviousHash });
    expect(await device.gateway.report(pair, again)).toMatchObject(rejectedWith('sandbox-counter-reused'));
  });

  test('is each device’s own', async () => {
    const other = new Device(sandbox, clock, { serial: '1-Khatm|2-1|3-other' });
    const otherPair = await other.onboard();
    for (const [each, eachPair] of [
      [device, pair],
      [other, otherPair],
    ] as const)
      expect(await each.gateway.report(eachPair, each.next(consumerSale, eachPair))).toMatchObject({
        kind: 'accepted',
      });
    expect(sandbox.received()).toHaveLength(2);
  });
});
