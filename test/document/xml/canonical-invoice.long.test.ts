import { describe, expect, test } from 'vitest';
import { canonicalForm } from '../../../main/document/stamp/verify/canonical.ts';
import { readHashed } from '../../../main/document/stamp/verify/plain-form.ts';
import { isCanonicalInvoice, rootTag } from '../../../main/document/xml/canonical-invoice.ts';
import { readCanonicalTree } from '../../../main/document/xml/canonical-tree.ts';
import { withInvoice } from '../../../main/document/xml/parse.ts';
import { readInvoiceTree } from '../../../main/document/xml/tree.ts';
import { createRandom, type Random } from '../../crash/random.ts';
import { newSeed } from '../../support/run/chance.ts';
import { rounds } from '../../support/run/effort.ts';
import { document, makeTraining, noon } from '../stamp/support.ts';

/*
 * Tests that any text which counts as canonical equals its canonical form as the parser writes it. `KHATM_SEED` repeats
 * a run.
 */

const seed = newSeed();
const { stamper } = makeTraining();
const invoices = [
  document(),
  document({ simplified: false, seller: 'Tom & "Sons" <LTD>' }),
  document({ line: 'قلم &lt;أزرق&gt; 🖊 &#xD;' }),
].map((each) => readHashed(stamper.stamp(each, noon).xml)?.toString() ?? '');
const whole = (content: string) => `${rootTag}${content}</Invoice>`;

/** The characters, references and pieces of tags that matter to the canonical form. */
const pieces = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r',
    ']]>',
    ':',
    '-',
    '7',
    'A',
    'é',
    '\u00b7',
  ],
  ...[
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufdd0',
    '\ufeff',
    '\ufffd',
    '\ufffe',
    '\uffff',
    '\u{1ffff}',
  ],
  ...[
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&apos;',
    '&#xD;',
    '&#xd;',
    '&#13;',
    '&#xA;',
    '&#x9;',
    '&#65;',
    '&x;',
  ],
  ...[
    '<!---->',
    '<?x?>',
    '<![CDATA[x]]>',
    '<cbc:ID/>',
    '<cbc:ID></cbc:ID>',
    '<cac:Party></cac:Party>',
    '</cbc:ID>',
  ],
  ...[
    '<cbc:ID>',
    '<ext:X></ext:X>',
    '<X></X>',
    '<cbc:ID >',
    '</cbc:ID >',
    '<cbc:x.y></cbc:x.y>',
    '<cbc:></cbc:>',
  ],
  ...[
    ' a="1"',
    ' a="1" a="2"',
    ' a="1" b="2"',
    ' b="1" a="2"',
    " a='1'",
    ' a="\t"',
    ' a=">"',
    ' a="<"',
    ' a="&gt;"',
  ],
  ...[
    ' a="&#x9;"',
    ' a="&quot;"',
    ' xmlns="urn:x"',
    ' xmlns:a="urn:x"',
    ' xml:lang="ar"',
    ' cbc:a="1"',
    ' a',
    ' Z="1"',
  ],
];

function changed(text: string, random: Random): string {
  const at = random.whole(0, text.length);
  const inTag = random.pick([...text.matchAll(/(?<=<[\w:]+)(?=[ >])/g)]).index;
  const inText = random.pick([...text.matchAll(/(?<=>)[^<>]+(?=<\/cbc)/g)]).index;
  const place = random.pick([at, inTag, inText, inText]);
  const less = random.pick([0, 0, 0, 1, 1, 2, 8]);
  return text.slice(0, place) + random.pick(['', ...pieces, ...pieces]) + text.slice(place + less);
}

describe('a text that is taken for a canonical invoice', () => {
  test('is what the canonicaliser writes, and has in it what the parser finds', () => {
    const counts = { accepted: 0, left: 0 };
    for (let index = 0; index < rounds(60_000); index += 1) {
      const random = createRandom(`${seed} ${index}`);
      let text = random.pick(invoices);
      for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count -= 1) text = changed(text, random);
      const bytes = Buffer.from(text);
      text = bytes.toString(); // Incomplete characters have been replaced by complete ones.
      if (!isCanonicalInvoice(bytes)) counts.left += 1;
      else {
        counts.accepted += 1;
        const where = `${index}: ${text}`;
        expect(withInvoice(bytes, canonicalForm).toString() === text, where).toBe(true);
        if (!text.includes('\ufeff')) expect(readCanonicalTree(text), where).toEqual(readInvoiceTree(bytes));
      }
    }
    expect(counts.accepted).toBeGreaterThan(rounds(60_000) / 20);
    expect(counts.left).toBeGreaterThan(rounds(60_000) / 4);
  });

  test.each([
    ...[
      '',
      '\n \t',
      '<cbc:ID></cbc:ID>',
      '<cbc:ID> é \n\t "\' </cbc:ID>',
      '<cbc:ID>&amp;&lt;&gt;&#xD;</cbc:ID>',
    ],
    ...[
      '<cac:A><cac:B></cac:B> <cbc:C a="1" b=""></cbc:C></cac:A>',
      '<cbc:A A="" a="&#x9;&#xA;&#xD;&quot;>">\u007f</cbc:A>',
    ],
  ])('is this one: %j', (content) => {
    const text = whole(content);
    expect(isCanonicalInvoice(Buffer.from(text))).toBe(true);
    expect(withInvoice(Buffer.from(text), canonicalForm).toString()).toBe(text);
  });

  test.each([
    ...[
      'x',
      '&#xD;',
      '<cbc:ID/>',
      '<cbc:ID>',
      '</cbc:ID>',
      '<cbc:ID></cbc:IE>',
      '<cbc:ID></cbc:IDE>',
      '<cac:A>x</cac:A>',
    ],
    ...[
      '<cbc:A>></cbc:A>',
      '<cbc:A>&quot;</cbc:A>',
      '<cbc:A>&</cbc:A>',
      '<cbc:A>\r</cbc:A>',
      '<cbc:A>\u0000</cbc:A>',
    ],
    ...[
      '<cbc:A a="\n"></cbc:A>',
      '<cbc:A a="&gt;"></cbc:A>',
      '<cbc:A  a=""></cbc:A>',
      '<cbc:A a="" ></cbc:A>',
    ],
    ...[
      '<cbc:A b="" a=""></cbc:A>',
      '<cbc:A a="" a=""></cbc:A>',
      '<cbc:A xmlns="urn:x"></cbc:A>',
      '<cbc:A x:a=""></cbc:A>',
    ],
    ...[
      '<cac:A a=""></cac:A>',
      '<cbc:A><cbc:B></cbc:B></cbc:A>',
      '<ext:A></ext:A>',
      '<A></A>',
      '<!-- x -->',
      '<?x y?>',
    ],
    ...[
      '<cbc:A><![CDATA[x]]></cbc:A>',
      '<cbc:A>\ufffe</cbc:A>',
      '<cac:A></Invoice>',
      '</Invoice><Invoice>',
      '<cac:A></cac:B>',
    ],
    '<cac:A>'.repeat(65) + '</cac:A>'.repeat(65),
    `<cac:${'a'.repeat(60_000)}></cac:${'a'.repeat(60_000)}>`,
    `<cbc:A ${'a'.repeat(60_000)}=""></cbc:A>`,
  ])('is not this one: %j', (content) => {
    expect(isCanonicalInvoice(Buffer.from(whole(content)))).toBe(false);
  });

  test('begins and ends with the invoice, in UTF-8', () => {
    const text = whole('<cbc:A>x</cbc:A>');
    for (const other of [
      `${text}\n`,
      ` ${text}`,
      `<?xml version="1.0"?>${text}`,
      text.slice(0, -1),
      '',
      '<Invoice></Invoice>',
    ])
      expect(isCanonicalInvoice(Buffer.from(other))).toBe(false);
    expect(isCanonicalInvoice(Buffer.from(text.replace('x', '\u00e9'), 'latin1'))).toBe(false);
    expect(isCanonicalInvoice(Buffer.from(text.replace(' xmlns:ext', ' xmlns:axt')))).toBe(false);
  });
});
