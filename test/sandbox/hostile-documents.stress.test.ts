import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Document } from '../../main/document/invoice/invoice.ts';
import type { Pair } from '../../main/gateway/basic.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { businessSale, type Chained, consumerSale, Device, TestClock } from './device.ts';

/* Tests that the authority gives a proper answer to every altered document, and never 500. */

const clock = new TestClock();
let sandbox: Sandbox;
let device: Device;
let pair: Pair;
beforeAll(async () => {
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
  pair = await device.onboard();
});
afterAll(() => sandbox.close());

async function statusOf(document: Chained, where: 'report' | 'clear'): Promise<number | undefined> {
  const outcome = await device.gateway[where](pair, document);
  return 'answer' in outcome ? outcome.answer?.httpStatus : undefined;
}

const instruction = '<?till says="hello"?>';

test.each([
  ['report', consumerSale],
  ['clear', businessSale],
] as const)('a processing instruction that was stamped with its document (%s)', async (where, sale) => {
  const edits: ((document: Document) => Document)[] = [
    (document) => ({ ...document, opening: document.opening.replace('>', `>${instruction}`) }),
    (document) => ({ ...document, opening: document.opening.replace('<cbc:ID>', `${instruction}<cbc:ID>`) }),
    (document) => ({ ...document, rest: document.rest.replaceAll('><', `>${instruction}<`) }),
    (document) => ({ ...document, rest: document.rest.replaceAll('\n', `${instruction}\n`) }),
  ];
  for (const edit of edits)
    expect([200, 202, 400]).toContain(await statusOf(device.stamp(sale, pair, { icv: 99, edit }), where));
});

test('a field that is missing, empty, doubled or strange, stamped with its document', async () => {
  const good = device.stamp(consumerSale, pair, { icv: 99 }).xml.toString('utf8');
  const names = [...new Set([...good.matchAll(/<(c[ab]c:\w+)/g)].map(([, name]) => name ?? ''))];
  const values = ['', 'x', '-1', '1e999', '99999999999999999999', '2026-99-99', '25:61:61', '٣', '\u{1F600}'];
  const edits = names.flatMap((name) => {
    const whole = new RegExp(`\\s*<${name}(?: [^>]*)?>(?:(?!<${name}[ >]).)*?</${name}>`, 's');
    const inner = new RegExp(`(<${name}(?: [^>]*)?>)[^<]+(</${name}>)`);
    return [
      (text: string) => text.replace(whole, ''),
      (text: string) => text.replace(whole, (one) => one + one),
      ...values.map((value) => (text: string) => text.replace(inner, `$1${value}$2`)),
    ];
  });
  const statuses = new Set<number | undefined>();
  for (const change of edits) {
    const edit = (document: Document) => ({
      ...document,
      opening: change(document.opening),
      rest: change(document.rest),
    });
    statuses.add(await statusOf(device.stamp(consumerSale, pair, { icv: 99, edit }), 'report'));
  }
  expect([...statuses].filter((status) => ![200, 202, 400].includes(status ?? 0))).toEqual([]);
});

test('whatever is put into, cut out of or doubled in its text', async () => {
  const good = device.stamp(consumerSale, pair, { icv: 99 });
  const text = good.xml.toString('utf8');
  const marks = [...text.matchAll(/[<>]/g)].map(({ index }) => index);
  const inserted = fc.constantFrom(
    instruction,
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<!-- a -->',
    '<![CDATA[a]]>',
    '&unknown;',
    '<cbc:ID/>',
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
    '\0',
    '\uD800',
    '<',
    '"',
  );
  const at = fc.constantFrom(...marks);
  const change = fc.oneof(
    fc.record({ at, put: inserted, cut: fc.constantFrom(0, 1, 40) }),
    fc.record({ at, put: at.map((from) => text.slice(from, from + 200)), cut: fc.constant(0) }),
    fc.record({ at, put: fc.string({ unit: 'binary' }), cut: fc.nat(500) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const xml = Buffer.from(
        changes.reduce((so, { at, put, cut }) => so.slice(0, at) + put + so.slice(at + cut), text),
      );
      expect([200, 202, 400]).toContain(await statusOf({ ...good, uuid: randomUUID(), xml }, 'report'));
    }),
    { numRuns: 300 },
  );
});
