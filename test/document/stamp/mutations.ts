import type { Random } from '../../crash/random.ts';

/*
 * Changes to a stamped document that somebody without the key can make. Some are harmless, but most are not. Each takes
 * the document as text and returns another text or, for changes of bytes, bytes.
 */

type Change = (text: string, random: Random, others: readonly string[]) => string | Buffer;

const piece = /<!--[\s\S]*?-->|<[^<>]+>|[^<>]+/g;
const element = /<([\w:]+)(?:\s[^<>]*)?>[^<]*(?:<(?!\/?\1[\s>])[^<]*)*<\/\1>/g;

/** Returns a random element as [start, end]. */
function anElement(text: string, random: Random): [number, number] {
  const found = [...text.matchAll(element)];
  // The largest elements contain the others, so the elements inside them are searched too.
  const inner = found.flatMap(({ 0: whole, index }) => {
    const from = whole.indexOf('>') + 1;
    return [...whole.slice(from).matchAll(element)].map((each): [number, number] => {
      const start = index + from + each.index;
      return [start, start + each[0].length];
    });
  });
  const all = [
    ...found.map(({ 0: whole, index }): [number, number] => [index, index + whole.length]),
    ...inner,
  ];
  let range = random.pick(all);
  for (let depth = random.whole(0, 8); depth > 0; depth -= 1) {
    const [start, end] = range;
    const from = text.indexOf('>', start) + 1;
    const deeper = [...text.slice(from, end).matchAll(element)];
    if (deeper.length === 0) break;
    const next = random.pick(deeper);
    range = [from + next.index, from + next.index + next[0].length];
  }
  return range;
}

const cut = (text: string, [start, end]: [number, number], by: string) =>
  text.slice(0, start) + by + text.slice(end);
const insertAt = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at);

/** Returns the border between two pieces. */
function aGap(text: string, random: Random): number {
  const ends = [...text.matchAll(piece)].map(({ 0: whole, index }) => index + whole.length);
  return random.pick([0, ...ends]);
}

/** Returns a range within a text of an element, possibly including its ends. */
function inText(text: string, random: Random): [number, number] {
  const { index, 0: whole } = random.pick([...text.matchAll(/(?<=>)[^<>]+(?=<)/g)]);
  return [index, index + whole.length];
}

function aTag(text: string, random: Random): [number, number] {
  const { index, 0: whole } = random.pick([...text.matchAll(/<[\w:]+(?:\s[^<>]*)?>/g)]);
  return [index, index + whole.length];
}

const aPlace = (text: string, random: Random) => {
  const [start, end] = inText(text, random);
  return random.whole(start, end);
};

const instruction = (random: Random) =>
  random.pick([
    '<?x?>',
    '<?x y="1"?>',
    '<?xml-stylesheet href="a.xsl"?>',
    '<?php 1 ?>',
    '<?XmL version="1.0"?>',
  ]);
const comment = (random: Random) =>
  random.pick(['<!---->', '<!-- x -->', '<!-- <cbc:ID>1</cbc:ID> -->', '<!--\n-->', '<!-- -- -->']);
const stampElements = [
  'ds:Signature',
  'ds:SignedInfo',
  'ds:KeyInfo',
  'ds:Object',
  'xades:SignedProperties',
  'xades:Cert',
];
const namespaces = [
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  'http://www.w3.org/2000/09/xmldsig#',
  'http://uri.etsi.org/01903/v1.3.2#',
  'urn:x',
  '',
];

function declaration(random: Random): string {
  const version = random.pick(['1.0', '1.0', '1.0', '1.1', '2.0', '1.00', ' 1.0']);
  const encoding = random.pick([
    undefined,
    'UTF-8',
    'utf-8',
    'UTF-16',
    'UTF-16LE',
    'UTF-7',
    'ISO-8859-1',
    'ISO-8859-6',
    'windows-1256',
    'US-ASCII',
    'UTF8',
    'IBM037',
    'UCS-4',
    'x',
    '',
  ]);
  const pad = random.pick([' ', '\n', '\t', ' '.repeat(250), '\r\n'.repeat(400)]);
  const quote = random.pick(['"', "'"]);
  const says =
    encoding === undefined
      ? ''
      : `${pad}encoding${random.pick(['', pad])}=${random.pick(['', pad])}${quote}${encoding}${quote}`;
  const alone = random.pick(['', '', `${pad}standalone="yes"`, `${pad}standalone="no"`]);
  return `<?xml${pad}version=${quote}${version}${quote}${says}${alone}${random.pick(['', pad])}?>`;
}

const withoutDeclaration = (text: string) => text.replace(/^\ufeff?<\?xml[^>]*\?>/, '');

export const changes: Readonly<Record<string, Change>> = {
  'an instruction between': (text, random) => insertAt(text, aGap(text, random), instruction(random)),
  'an instruction in a text': (text, random) => insertAt(text, aPlace(text, random), instruction(random)),
  'an instruction in the stamp': (text, random) => {
    const name = random.pick(stampElements);
    return text.replace(new RegExp(`(?:<${name}(?:\\s[^<>]*)?>|</${name}>)`), (tag) =>
      random.chance(0.5) ? tag + instruction(random) : instruction(random) + tag,
    );
  },
  'a comment between': (text, random) => insertAt(text, aGap(text, random), comment(random)),
  'a comment in a text': (text, random) => insertAt(text, aPlace(text, random), comment(random)),
  'a text as CDATA': (text, random) => {
    const [start, end] = inText(text, random);
    const from = random.whole(start, end);
    const to = random.whole(from, end);
    return cut(text, [from, to], `<![CDATA[${text.slice(from, to)}]]>`);
  },
  'a character by its number': (text, random) => {
    const at = aPlace(text, random);
    const code = text.codePointAt(at) ?? 0x20;
    const length = code > 0xffff ? 2 : 1;
    const by = random.pick([
      `&#${code};`,
      `&#x${code.toString(16)};`,
      `&#x${code.toString(16).toUpperCase().padStart(8, '0')};`,
    ]);
    return cut(text, [at, at + length], by);
  },
  'an entity': (text, random) =>
    insertAt(
      text,
      aPlace(text, random),
      random.pick([
        '&amp;',
        '&x;',
        '&',
        '&#0;',
        '&#13;',
        '&#10;',
        '&#x200B;',
        '&#xD800;',
        '&#32;',
        '&nbsp;',
        ']]>',
      ]),
    ),
  'other line ends': (text, random) =>
    text.replaceAll('\n', random.pick(['\r\n', '\r', '&#10;', '\u0085', '\u2028', '\n\n'])),
  'white space between': (text, random) =>
    insertAt(
      text,
      aGap(text, random),
      random.pick([' ', '\n', '\t', '\r', '\u00a0', '&#13;', '&#32;', '\ufeff']),
    ),
  'white space in a text': (text, random) =>
    insertAt(
      text,
      aPlace(text, random),
      random.pick([' ', '\n', '\t', '\u200b', '\u00a0', '\u202e', '\ufeff']),
    ),
  'white space in a tag': (text, random) => {
    const [start, end] = aTag(text, random);
    const tag = text.slice(start, end);
    return cut(
      text,
      [start, end],
      random.pick([
        tag.replace('>', '\n>'),
        tag.replaceAll('"', "'"),
        tag.replaceAll('=', ' = '),
        tag.replace(' ', '\r\n'),
        tag.replace('<', '< '),
      ]),
    );
  },
  'an attribute more': (text, random) => {
    const [start, end] = aTag(text, random);
    const what = random.pick([
      'Id="signature"',
      'Id="xadesSignedProperties"',
      'ID="x"',
      'xml:lang="ar"',
      'xml:space="preserve"',
      'xml:base="http://x/"',
      'xml:id="a"',
      'schemeID="x"',
      'cbc:x="1"',
      'y:x="1"',
      '__proto__="1"',
    ]);
    return cut(
      text,
      [start, end],
      text.slice(start, end).replace(/\/?>$/, (last) => ` ${what}${last}`),
    );
  },
  'an attribute less or twice': (text, random) => {
    const { index, 0: whole } = random.pick([...text.matchAll(/ [\w:]+="[^"]*"/g)]);
    return cut(
      text,
      [index, index + whole.length],
      random.pick(['', whole + whole, whole.toUpperCase(), whole.replace(/"$/, ' "')]),
    );
  },
  'attributes in another order': (text) =>
    text.replaceAll(/( [\w:]+="[^"]*")( [\w:]+="[^"]*")/g, (_whole, one, two) => two + one),
  'a namespace declared': (text, random) => {
    const [start, end] = aTag(text, random);
    const prefix = random.pick(['', ':q', ':ds', ':cbc', ':cac', ':ext', ':xades', ':xml', ':xmlns']);
    const what = ` xmlns${prefix}="${random.pick(namespaces)}"`;
    return cut(
      text,
      [start, end],
      text.slice(start, end).replace(/\/?>$/, (last) => what + last),
    );
  },
  'a namespace declared in the stamp': (text, random) => {
    const prefix = random.pick([':q', ':ds', ':xades', ':cbc', '']);
    return text.replace(
      new RegExp(`<${random.pick([...stampElements, 'ds:DigestMethod', 'xades:SigningTime'])}(?=[\\s>])`),
      (tag) => `${tag} xmlns${prefix}="${random.pick(namespaces)}"`,
    );
  },
  'a prefix renamed': (text, random) => {
    const prefix = random.pick(['cbc', 'cac', 'ext', 'sig', 'sac', 'sbc', 'ds', 'xades']);
    const to = random.pick(['n', `${prefix}1`, 'ds', 'cbc', 'é']);
    return text
      .replaceAll(new RegExp(`(?<=[<\\/])${prefix}:`, 'g'), `${to}:`)
      .replaceAll(`xmlns:${prefix}=`, `xmlns:${to}=`);
  },
  'a namespace of another': (text, random) => {
    const { index, 0: whole } = random.pick([...text.matchAll(/(?<=xmlns(?::\w+)?=")[^"]*/g)]);
    return cut(
      text,
      [index, index + whole.length],
      random.pick([...namespaces, whole.toUpperCase(), `${whole} `, whole.slice(0, -1), `\ufeff${whole}`]),
    );
  },
  'an element twice': (text, random) => {
    const range = anElement(text, random);
    const copy = text.slice(...range);
    return insertAt(text, random.pick([range[0], range[1], aGap(text, random)]), copy);
  },
  'an element less': (text, random) => cut(text, anElement(text, random), ''),
  'an element moved': (text, random) => {
    const range = anElement(text, random);
    const rest = cut(text, range, '');
    return insertAt(rest, aGap(rest, random), text.slice(...range));
  },
  'a block of the stamp moved': (text, random) => {
    const block = random
      .pick([
        /<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/,
        /<cac:AdditionalDocumentReference>\s*<cbc:ID>QR<(?:(?!<\/cac:Add)[\s\S])*<\/cac:AdditionalDocumentReference>/,
        /<cac:Signature>[\s\S]*?<\/cac:Signature>/,
      ])
      .exec(text);
    if (block === null) return text;
    const rest = cut(text, [block.index, block.index + block[0].length], '');
    const tops = [...rest.matchAll(/<(?:cbc:ProfileID|cbc:ID|cbc:UUID|cbc:Note|cac:\w+)>|<\/Invoice>/g)];
    return insertAt(rest, random.pick(tops).index, block[0]);
  },
  'a block of the stamp twice': (text, random) => {
    const block =
      /<(ext:UBLExtensions|cac:Signature|ds:Signature|xades:SignedProperties|ds:SignedInfo|ds:Reference)(?:\s[^<>]*)?>[\s\S]*?<\/\1>/g;
    const { 0: whole } = random.pick([...text.matchAll(block)]);
    return insertAt(text, aGap(text, random), whole);
  },
  'an element around another': (text, random) => {
    const range = anElement(text, random);
    const name = random.pick(['cac:Party', 'ext:UBLExtensions', 'cac:Signature', 'ds:Object', 'x']);
    return cut(text, range, `<${name}>${text.slice(...range)}</${name}>`);
  },
  'the document wrapped': (text, random, others) => {
    const inner = withoutDeclaration(text);
    const other = withoutDeclaration(random.pick(others));
    return random.pick([
      // One document is inside the other: the stamped one in another, or another in the stamped one.
      other.replace('<ext:ExtensionContent>', `<ext:ExtensionContent>${inner}`),
      other.replace('<ds:Object>', `<ds:Object>${inner}</ds:Object><ds:Object>`),
      inner.replace('<ds:Object>', `<ds:Object>${other}</ds:Object><ds:Object>`),
      inner.replace('<cac:Signature>', `<cac:Signature>${other}`),
      inner.replace('</Invoice>', `${other}</Invoice>`),
      `<Invoice>${inner}</Invoice>`,
      inner + other,
      other.replace(
        /<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/,
        /<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/.exec(inner)?.[0] ?? '',
      ),
    ]);
  },
  'a value of another document': (text, random, others) => {
    const value = new RegExp(
      `<(${random.pick(['ds:DigestValue', 'ds:SignatureValue', 'ds:X509Certificate', 'ds:X509SerialNumber', 'xades:SigningTime', 'cbc:UUID', 'cbc:PayableAmount', 'cbc:EmbeddedDocumentBinaryObject'])})(?:\\s[^<>]*)?>([^<]*)<`,
      'g',
    );
    const mine = random.pick([...text.matchAll(value)]);
    const theirs = random.pick([...random.pick(others).matchAll(value)]);
    return cut(text, [mine.index, mine.index + mine[0].length], theirs[0]);
  },
  'another algorithm': (text, random) => {
    const { index, 0: whole } = random.pick([
      ...text.matchAll(/(?<=Algorithm=")[^"]*|(?<=<ds:XPath>)[^<]*|(?<=URI=")[^"]*/g),
    ]);
    return cut(
      text,
      [index, index + whole.length],
      random.pick([
        '',
        'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
        'not(true())',
        `${whole} or true()`,
        '#signature',
        whole.replace('256', '1'),
        `${whole}#WithComments`,
        `\ufeff${whole}`,
      ]),
    );
  },
  'a byte order mark within': (text, random) => {
    const mark = random.pick(['\ufeff', '\ufeff', '&#xFEFF;', '&#65279;']);
    const { index, 0: whole } = random.pick([
      ...text.matchAll(
        random.pick([/(?<=<\/?(?:\w+:)?)\w+/g, /(?<=<\/?)\w+(?=:)/g, /(?<=["'>])/g, /(?<= )\w+(?==)/g]),
      ),
    ]);
    const marked = insertAt(text, index, mark);
    // If a name also changes in its end tag, the document stays well-formed.
    const isName = random.chance(0.5) && whole !== '' && text[index - 1] !== ' ';
    return isName ? text.replaceAll(new RegExp(`(?<=[<:/])${whole}(?=[ >:])`, 'g'), mark + whole) : marked;
  },
  'another case': (text, random) => {
    const at = random.whole(0, text.length - 1);
    const letter = text[at] ?? '';
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return cut(text, [at, at + 1], other);
  },
  'another character': (text, random) => {
    const [start, end] = inText(text, random);
    const at = random.whole(start, end - 1);
    return cut(
      text,
      [at, at + 1],
      random.pick(['0', '1', 'A', '٣', 'ي', 'ى', '\u0301', '=', '+', '-', '.', '\u0000', '\u0007', '\ufffe']),
    );
  },
  'a document type': (text, random) =>
    random.pick([
      '<!DOCTYPE Invoice>',
      '<!DOCTYPE Invoice [<!ENTITY a "b">]>',
      '<!DOCTYPE Invoice SYSTEM "file:///etc/hostname">',
      '<!DOCTYPE Invoice [<!ATTLIST cbc:ID x CDATA "y">]>',
      '<!doctype invoice>',
      '<!DOCTYPE',
    ]) + withoutDeclaration(text),
  'another declaration': (text, random) =>
    random.pick(['', '\ufeff', '\ufeff\ufeff', ' ', '<!-- x -->']) +
    declaration(random) +
    withoutDeclaration(text),
  'a declaration elsewhere': (text, random) => insertAt(text, aGap(text, random), declaration(random)),
  'another encoding': (text, random) => {
    const declared = random.chance(0.5) ? declaration(random) + withoutDeclaration(text) : text;
    const mark = random.chance(0.5) ? '\ufeff' : '';
    return random.pick([
      () => Buffer.from(mark + declared, 'utf16le'),
      () => Buffer.from(mark + declared, 'utf16le').swap16(),
      () => Buffer.from(mark + declared, 'latin1'),
      () =>
        Buffer.from(
          [...declared]
            .map((each) =>
              each > '~'
                ? `+${Buffer.from(each, 'utf16le').swap16().toString('base64').replaceAll('=', '')}-`
                : each,
            )
            .join(''),
        ),
    ])();
  },
  'an end too early': (text, random) => {
    const bytes = Buffer.from(text);
    return bytes.subarray(0, random.whole(0, bytes.length - 1));
  },
  'bytes between': (text, random) => {
    const bytes = Buffer.from(text);
    const at = random.whole(0, bytes.length);
    const more = random.pick([
      Buffer.of(0),
      Buffer.of(0xff),
      Buffer.of(0xc0, 0x80),
      Buffer.of(0xed, 0xa0, 0x80),
      Buffer.from('<'),
      Buffer.from('>'),
      Buffer.from('"'),
    ]);
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + random.whole(0, 3))]);
  },
  'more after the end': (text, random) =>
    text + random.pick(['\n', ' \t\r\n', '<!-- x -->', '<?x?>', 'x', '\0', '<x/>', '\ufeff', '&#32;']),
  'very deep': (text, random) => {
    const depth = random.pick([10, 300, 5000]);
    return insertAt(text, aGap(text, random), '<x>'.repeat(depth) + '</x>'.repeat(depth));
  },
};

const kinds = Object.keys(changes);

export interface Mutation {
  readonly kinds: readonly string[];
  readonly xml: Buffer;
}

/** Makes one to three changes, one after the other. The last may affect bytes. */
export function mutate(xml: Buffer, random: Random, others: readonly Buffer[]): Mutation {
  const texts = others.map(String);
  const done: string[] = [];
  let current: string | Buffer = xml.toString();
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0 && typeof current === 'string'; count -= 1) {
    const kind = random.pick(kinds);
    try {
      current = changes[kind]?.(current, random, texts) ?? current;
      done.push(kind);
    } catch {
      // An earlier change has removed the text that this one needs.
    }
  }
  return { kinds: done, xml: Buffer.from(current) };
}
