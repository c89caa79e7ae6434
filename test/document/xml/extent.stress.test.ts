import { describe, expect, test } from 'vitest';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { instantKey } from '../../../main/integration/inbound/event.ts';
import { readReceived } from '../../../main/office/ingest/read-received.ts';
import { decimal } from '../../../shared/fields.ts';
import { document, makeTraining, noon } from '../stamp/support.ts';

/*
 * Tests documents that are made to keep a reader busy. The reader's time may grow with their size, but not with its
 * square. Eight times the size may take eight times as long, but not sixty-four times.
 */

const good = makeTraining().stamper.stamp(document(), noon).xml.toString();

/** Inserts text after the first of these places. */
function behind(place: string, text: string): string {
  const at = good.indexOf(place) + place.length;
  expect(at).toBeGreaterThan(place.length);
  return good.slice(0, at) + text + good.slice(at);
}
const before = (place: string, text: string): string => {
  expect(good).toContain(place);
  return good.replace(place, () => text + place);
};
/** Repeats a piece until it has about this many characters. */
function fill(length: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let [index, filled] = [0, 0]; filled < length; index += 1) {
    const next = piece(index);
    pieces.push(next);
    filled += next.length;
  }
  return pieces.join('');
}
const inItem = (text: string) => behind('<cac:Item>', text);
const inItemTag = (text: string) => behind('<cac:Item', text);
const nested = (depth: number, tag: (index: number) => string, inner: string) =>
  inItem(Array.from({ length: depth }, (_, index) => tag(index)).join('') + inner + '</cbc:A>'.repeat(depth));
const inAmount = (text: string) => good.replace('>11.50<', `>${text}<`);
const ofMany = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

const shapes: Readonly<Record<string, (length: number) => string>> = {
  'attributes of one element': (length) => inItemTag(fill(length, (index) => ` a${index}="1"`)),
  'attributes of many elements': (length) =>
    inItem(fill(length, () => `<cbc:X${ofMany(90, (index) => ` a${index}="1"`)}/>`)),
  'attributes with prefixes': (length) =>
    inItemTag(fill(length, (index) => ` xmlns:p${index}="urn:${index}" p${index}:a="1"`)),
  'namespaces of one element': (length) =>
    inItemTag(fill(length, (index) => ` xmlns:a${index}="urn:${index}"`)),
  'namespaces around elements': (length) =>
    nested(
      100,
      (index) => `<cbc:A${ofMany(8, (each) => ` xmlns:n${index}_${each}="urn:a"`)}>`,
      fill(length, () => '<cbc:B/>'),
    ),
  'fifty namespaces around elements': (length) =>
    nested(
      40,
      (index) => `<cbc:A xmlns:n${index}="urn:a">`,
      fill(length, () => '<cbc:B/>'),
    ),
  'a namespace at each element': (length) => inItem(fill(length, (index) => `<q:a xmlns:q="urn:${index}"/>`)),
  'changes of the usual namespace': (length) =>
    inItem(fill(length, () => '<a xmlns="urn:a"><b xmlns=""/></a>')),
  'a long namespace of many elements': (length) =>
    inItem(`<q:b xmlns:q="urn:${'u'.repeat(length / 2)}">${fill(length / 2, () => '<q:a/>')}</q:b>`),
  'elements in elements': (length) =>
    inItem(fill(length, () => '<cbc:A>'.repeat(200) + '</cbc:A>'.repeat(200))),
  'elements without end': (length) => inItem(fill(length, () => '<cbc:A>')),
  'a long text': (length) => inItem('x'.repeat(length)),
  'a long value': (length) => inItemTag(` a="${'x'.repeat(length)}"`),
  references: (length) => inItem(fill(length, () => '&#65;&amp;')),
  'extensions at the top': (length) =>
    before(
      '<ext:UBLExtensions',
      fill(length, () => '<ext:UBLExtensions></ext:UBLExtensions>'),
    ),
  'extensions in the first': (length) =>
    behind(
      '<ext:UBLExtensions>',
      fill(length, () => '<ext:UBLExtension></ext:UBLExtension>'),
    ),
  'extensions in an item': (length) => inItem(fill(length, () => '<ext:UBLExtensions></ext:UBLExtensions>')),
  signatures: (length) =>
    before(
      '<cac:AccountingSupplierParty',
      fill(length, () => '<cac:Signature></cac:Signature>'),
    ),
  comments: (length) => inItem(fill(length, () => '<!---->')),
  'comments at the top': (length) =>
    before(
      '<ext:UBLExtensions',
      fill(length, () => '<!---->'),
    ),
  'comments in a text': (length) =>
    behind(
      '<cbc:ID>INV-7',
      fill(length, () => '<!---->a'),
    ),
  instructions: (length) => inItem(fill(length, () => '<?a b?>')),
  'instructions at the top': (length) =>
    before(
      '<cac:AccountingSupplierParty',
      fill(length, () => '<?a b?>'),
    ),
  'an instruction among comments': (length) =>
    before('<cac:AccountingSupplierParty', `<?a b?>${fill(length, () => '<!---->')}`),
  sections: (length) => inItem(fill(length, () => '<![CDATA[<a b="">]]><!---->')),
  'a long signature': (length) => behind('<ds:SignatureValue>', 'QUJD'.repeat(length / 4)),
  'a long certificate': (length) => behind('<ds:X509Certificate>', 'QUJD'.repeat(length / 4)),
  'a long previous hash': (length) => behind('mimeCode="text/plain">', 'QUJD'.repeat(length / 4)),
  'blanks in a signature': (length) => behind('<ds:SignatureValue>', ' \n'.repeat(length / 2)),
  'byte order marks': (length) => inItem(fill(length, () => '<cbc:N>\ufeffx</cbc:N>')),
  'byte order marks in the stamp': (length) =>
    behind(
      '<ds:SignatureValue>',
      fill(length, () => '\ufeff<!---->'),
    ),
  'a byte order mark in deep elements': (length) =>
    nested(100, () => '<cbc:A>', `\ufeff${fill(length, () => '<cbc:B/>')}`),
  lines: (length) =>
    before(
      '</Invoice>',
      fill(length, () => '<cac:InvoiceLine><cac:Item><cbc:Name>x</cbc:Name></cac:Item></cac:InvoiceLine>'),
    ),
  'references to documents': (length) =>
    before(
      '<cac:AdditionalDocumentReference>',
      fill(
        length,
        () => '<cac:AdditionalDocumentReference><cbc:ID>X</cbc:ID></cac:AdditionalDocumentReference>',
      ),
    ),
  digits: (length) => inAmount('1'.repeat(length)),
  'digits and a letter': (length) => inAmount(`${'1'.repeat(length)}x`),
  'zeros and a letter': (length) => inAmount(`0.${'0'.repeat(length)}x`),
  'blanks in an amount': (length) => inAmount(`1${' '.repeat(length)}x`),
  'a long counter': (length) => good.replace('<cbc:UUID>7<', `<cbc:UUID>${'1'.repeat(length)}<`),
  'inherited attributes': (length) =>
    nested(
      100,
      (index) => `<cbc:A xml:base="a${index}/" xml:lang="a">`,
      fill(length, () => '<cbc:X xml:base="b/"/>'),
    ),
  'a long declaration': (length) => `<?xml version="1.0"${' '.repeat(length)}?>${good}`,
};

/** Returns the smallest processor time of several runs in milliseconds, including failed ones. */
function effort(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const from = process.threadCpuUsage();
    try {
      run();
    } catch {
      // The time of a refusal counts too.
    }
    const { user, system } = process.threadCpuUsage(from);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Shorter times are too imprecise to compare. */
const least = 5;
const [small, large] = [32 * 1024, 256 * 1024];

function expectLinear(use: (length: number) => () => unknown): void {
  const base = Math.max(least, effort(use(small)));
  expect(effort(use(large)) / base).toBeLessThan((2.5 * large) / small);
}

describe.each(Object.entries(shapes))('a document with %s', (_shape, make) => {
  test('is verified in a time that grows with its size', () => {
    expectLinear((length) => {
      const xml = Buffer.from(make(length));
      return () => verifyDocument(xml);
    });
  });

  test('is read by an office in such a time', () => {
    expectLinear((length) => {
      const row = {
        icv: 7,
        hash: '',
        previousHash: '',
        dueAt: 0,
        mode: 'reporting',
        xml: make(length),
      } as const;
      return () => readReceived(row);
    });
  });

  test('is read whole in such a time', () => {
    expectLinear((length) => {
      const xml = Buffer.from(make(length));
      return () => readInvoice(xml);
    });
  });
});

describe.each<[string, (length: number) => string]>([
  ['zeros and a letter', (length) => `${'0'.repeat(length)}x`],
  ['decimals and a letter', (length) => `1.${'0'.repeat(length)}x`],
  ['zeros before a digit', (length) => `1.${'0'.repeat(length)}1`],
])('a number of %s', (_what, make) => {
  test('is refused in a time that grows with its length', () => {
    const price = decimal(2, 'any');
    expect(price.safeParse(make(small)).success).toBe(false);
    expectLinear((length) => {
      const text = make(length);
      return () => price.safeParse(text);
    });
  });

  test('takes no longer in the time of an event', () => {
    expectLinear((length) => {
      const text = `2026-11-20T10:00:00.${make(length).replace('.', '')}Z`;
      return () => instantKey(text);
    });
  });
});
