import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../main/document/stamp/read-document.ts';
import { canonicalHash } from '../../../main/document/stamp/verify/canonical.ts';
import { type CheckName, checkNames, verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { readInvoiceTree } from '../../../main/document/xml/tree.ts';
import { document, failures, makeTraining, noon, someHash } from './support.ts';

const { stamper, certificate } = makeTraining();
const good = stamper.stamp(document(), noon).xml;
const failedChecks = (xml: Uint8Array): CheckName[] =>
  verifyDocument(xml)
    .filter((check) => !check.ok)
    .map((check) => check.name);
/** Returns the valid document with one place changed. */
function changed(from: string | RegExp, to: string): Buffer {
  const text = good.toString();
  const other = text.replace(from, to);
  expect(other).not.toBe(text);
  return Buffer.from(other);
}

describe('a verification', () => {
  test('answers every check in order', () => {
    expect(verifyDocument(good).map((check) => check.name)).toEqual([...checkNames]);
    expect(verifyDocument(Buffer.from('no')).map((check) => check.name)).toEqual([...checkNames]);
  });

  test('compares the previous hash with the one expected', () => {
    expect(failures(verifyDocument(good, { previousHash: someHash }))).toEqual([]);
    const other = canonicalHash(good);
    expect(failures(verifyDocument(good, { previousHash: other }))).toEqual([
      `previous-hash: is ${someHash}, the document before has ${other}`,
    ]);
  });

  test.each(['', 'abc', 'V4U5qlZ3yXQ/Si1AC/R8SLc3F+iNy27wdVe8IWRqFAR='])(
    'finds the previous hash %j malformed',
    (previous) => {
      const { opening, ...rest } = document();
      const stamped = stamper.stamp({ ...rest, opening: opening.replace(someHash, previous) }, noon);
      expect(failures(verifyDocument(stamped.xml))).toEqual(['previous-hash: is no Base64 of 32 bytes']);
    },
  );

  test('takes the fixed previous hash of a first document', () => {
    const first = 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==';
    const { opening, ...rest } = document();
    const stamped = stamper.stamp({ ...rest, opening: opening.replace(someHash, first) }, noon);
    expect(failures(verifyDocument(stamped.xml, { previousHash: first }))).toEqual([]);
  });
});

describe('what cannot be read is refused at its first check', () => {
  const bomb = `<!DOCTYPE Invoice [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(50)}">]>`;
  test.each<[string, Buffer | string, string]>([
    ['nothing', '', 'is not well-formed XML'],
    ['no XML', 'hello', 'is not well-formed XML'],
    ['half a document', good.subarray(0, 3000), 'is not well-formed XML'],
    ['another root', '<Invoice/>', 'is not a UBL invoice'],
    ['a document type', `<!DOCTYPE Invoice>${good}`, 'has a document type'],
    ['entities', bomb + good.toString().replace('INV-7', '&b;'), 'has a document type'],
    [
      'an external entity',
      `<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/hostname">]>${good.toString().replace('INV-7', '&x;')}`,
      'has a document type',
    ],
    [
      'more attributes than any invoice has',
      good
        .toString()
        .replace(
          '<cac:Item',
          `<cac:Item${Array.from({ length: 101 }, (_, index) => ` a${index}=""`).join('')}`,
        ),
      'has more bytes, attributes or namespaces than any invoice needs',
    ],
    [
      'more bytes than the parser reads',
      `${good}${' '.repeat(10_000_000)}`,
      'has more bytes, attributes or namespaces than any invoice needs',
    ],
    ['Latin-1', `<?xml version="1.0" encoding="ISO-8859-1"?>${good}`, 'is not UTF-8'],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'is not UTF-8'],
    [
      'a broken character',
      Buffer.from([...good.subarray(0, 700), 0xff, ...good.subarray(700)]),
      'is not UTF-8',
    ],
  ])('%s', (_what, xml, detail) => {
    const checks = verifyDocument(Buffer.from(xml));
    expect(checks[0]).toEqual({ name: 'xml', ok: false, detail });
    expect(checks.slice(1).every((check) => !check.ok && check.detail === 'not checked')).toBe(true);
    expect(() => canonicalHash(Buffer.from(xml))).toThrow(/bad-input/);
  });

  const far = ' '.repeat(250);
  test.each<[string, string, string]>([
    ['UTF-7 declared far behind', `<?xml version="1.0"${far}encoding="UTF-7"?>`, 'is not UTF-8'],
    [
      'Latin-1 declared on another line',
      `<?xml version='1.0'${'\n'.repeat(300)}encoding\t=\n'latin1'?>`,
      'is not UTF-8',
    ],
    [
      'UTF-16 behind a mark',
      `\ufeff<?xml${far}version="1.0"${far}encoding${far}=${far}"UTF-16"?>`,
      'is not UTF-8',
    ],
    ['XML 1.1', '<?xml version="1.1" encoding="UTF-8"?>', 'is not XML 1.0'],
    [
      'a declaration behind a comment',
      '<!-- x --><?xml version="1.0" encoding="UTF-7"?>',
      'is not well-formed XML',
    ],
    ['two byte order marks', '\ufeff\ufeff', 'is not well-formed XML'],
  ])('%s', (_what, before, detail) => {
    expect(verifyDocument(Buffer.from(before + good))[0]).toEqual({ name: 'xml', ok: false, detail });
  });

  test('an XML declaration and a byte order mark do no harm', () => {
    const declared = `\ufeff<?xml version="1.0" encoding="utf-8"?>\n${good}`;
    expect(failures(verifyDocument(Buffer.from(declared)))).toEqual([]);
  });
});

describe('the stamp must have exactly the standard’s structure', () => {
  test.each<[string, string | RegExp, string]>([
    ['no extensions', /<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/, ''],
    ['no signature element', /<cac:Signature>.*<\/cac:Signature>/, ''],
    [
      'another QR',
      '<cac:Signature>',
      '<cac:AdditionalDocumentReference><cbc:ID>QR</cbc:ID></cac:AdditionalDocumentReference><cac:Signature>',
    ],
    ['a second signature element', '<cac:Signature>', '<cac:Signature></cac:Signature><cac:Signature>'],
    ['extensions hidden deeper', '<cac:Party>', '<cac:Party><ext:UBLExtensions></ext:UBLExtensions>'],
    ['a second extension', '</ext:UBLExtension>', '</ext:UBLExtension><ext:UBLExtension></ext:UBLExtension>'],
    ['a weaker algorithm', 'xmldsig-more#ecdsa-sha256', 'xmldsig-more#ecdsa-sha1'],
    ['another transform', "[cbc:ID='QR']", "[cbc:ID='XX']"],
    ['a transform more', '</ds:Transforms>', '<ds:Transform Algorithm="x"/></ds:Transforms>'],
    ['another reference', 'URI="#xadesSignedProperties"', 'URI="#xadesSignedproperties"'],
    ['another attribute', '<ds:SignatureValue>', '<ds:SignatureValue Id="x">'],
    ['a comment in the signature value', '<ds:SignatureValue>', '<ds:SignatureValue><!-- x -->'],
    ['text between elements', '<ds:KeyInfo>', 'x<ds:KeyInfo>'],
    ['a comment between elements', '<ds:KeyInfo>', '<!-- x --><ds:KeyInfo>'],
    ['another namespace', 'http://www.w3.org/2000/09/xmldsig#" Id', 'http://www.w3.org/2000/09/xmldsig" Id'],
    ['another id of the signature', 'signature:Invoice</cbc:ID>', 'signature:invoice</cbc:ID>'],
    ['an instruction between elements', '<ds:KeyInfo>', '<?x?><ds:KeyInfo>'],
    ['an instruction in a value', '<ds:SignatureValue>', '<ds:SignatureValue><?x?>'],
    ['an instruction in SignedProperties', '<xades:Cert>', '<xades:Cert><?x y?>'],
    ['a byte order mark before a value', '<ds:SignatureValue>', '<ds:SignatureValue>\ufeff'],
    ['a byte order mark by its number', '<ds:X509Certificate>', '<ds:X509Certificate>&#xFEFF;'],
    ['a byte order mark in a name', /ds:X509Certificate>/g, 'ds:\ufeffX509Certificate>'],
    ['a byte order mark in an attribute', /Algorithm="(?=[^"]*c14n11)/, 'Algorithm="\ufeff'],
    ['another method', 'enveloped:xades</cbc:SignatureMethod>', 'enveloped:xadeS</cbc:SignatureMethod>'],
  ])('%s is refused', (_what, from, to) => {
    expect(failedChecks(changed(from, to))[0]).toBe('structure');
  });

  const qr = /<cac:AdditionalDocumentReference><cbc:ID>QR<.*?<\/cac:AdditionalDocumentReference>/;
  const signature = /<cac:Signature>.*?<\/cac:Signature>/;
  test.each<[string, RegExp, string]>([
    ['the QR to the front', qr, '<cbc:ProfileID>'],
    ['the QR behind the number', qr, '<cbc:UUID>0'],
    ['the QR behind the signature element', qr, '<cac:AccountingSupplierParty>'],
    ['the QR to the end', qr, '</Invoice>'],
    ['the signature element to the front', signature, '<cbc:ProfileID>'],
    ['the signature element before the QR', signature, '<cac:AdditionalDocumentReference><cbc:ID>QR'],
    ['the signature element behind the seller', signature, '<cac:AccountingCustomerParty>'],
    ['the extensions behind the profile', /<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/, '<cbc:ID>INV'],
  ])('a block in the wrong place is refused: %s', (_what, block, before) => {
    const text = good.toString();
    const [found = ''] = block.exec(text) ?? [];
    expect(found).not.toBe('');
    const moved = text.replace(found, '').replace(before, found + before);
    expect(failures(verifyDocument(Buffer.from(moved)))[0]).toMatch(/^structure: .* wrong place /);
  });

  test.each<[string, string, string]>([
    [
      'a second counter',
      '<cac:AdditionalDocumentReference><cbc:ID>ICV',
      'reference ICV occurs more than once',
    ],
    [
      'a second previous hash',
      '<cac:AdditionalDocumentReference><cbc:ID>PIH',
      'reference PIH occurs more than once',
    ],
    ['a second number', '<cbc:ID>INV-7', 'cbc:ID occurs more than once in ubl:Invoice'],
    [
      'a second total',
      '<cac:LegalMonetaryTotal>',
      'cac:LegalMonetaryTotal occurs more than once in ubl:Invoice',
    ],
  ])('%s is refused, although its maker stamped it', (_what, start, detail) => {
    const { opening, rest, ...others } = document();
    const name = /^<([\w:]+)/.exec(start)?.[1];
    const twice = (text: string) =>
      text.replace(new RegExp(`${start}.*?</${name}>`), (whole) => whole + whole);
    const stamped = stamper.stamp({ ...others, opening: twice(opening), rest: twice(rest) }, noon);
    expect(failures(verifyDocument(stamped.xml))[0]).toBe(
      `structure: ${detail.startsWith('ref') ? 'the ' : ''}${detail}`,
    );
  });

  test('white space between its elements is free, but not within SignedProperties', () => {
    expect(failures(verifyDocument(changed('<ds:KeyInfo>', '\n<ds:KeyInfo>')))).toEqual([]);
    expect(failedChecks(changed('<xades:Cert>', ' <xades:Cert>'))).toEqual(['signed-properties']);
  });

  test('its prefixes are free', () => {
    const text = good.toString().replaceAll('sac:', 'x:').replaceAll(':sac=', ':x=');
    expect(failures(verifyDocument(Buffer.from(text)))).toEqual([]);
  });
});

describe('what has no part in the meaning', () => {
  test('an instruction that was hashed with the document passes, and its readers go on behind it', () => {
    const { opening, rest, ...others } = document();
    const withInstruction = (text: string) => text.replace('<cbc:ID>', '<?x y?><cbc:ID>');
    const stamped = stamper.stamp(
      { ...others, opening: withInstruction(opening), rest: withInstruction(rest) },
      noon,
    );
    expect(failures(verifyDocument(stamped.xml))).toEqual([]);
    expect(failures(verifyDocument(Buffer.from(stamped.xml.toString().replace('<?x y?>', ''))))).not.toEqual(
      [],
    );
    const names = readInvoiceTree(stamped.xml).children.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['cbc:ProfileID', 'cbc:ID', 'cbc:UUID']);
    expect(names.at(-1)).toBe('cac:InvoiceLine');
  });

  test('a byte order mark in a text is a character of it', () => {
    const seller = '\ufeffA company whose name begins with a mark';
    const stamped = stamper.stamp(document({ seller }), noon);
    expect(failures(verifyDocument(stamped.xml))).toEqual([]);
    expect(readDocument(stamped.xml).sellerName).toBe(seller);
    const other = stamper.stamp(
      { ...document({ seller }), qr: document({ seller: seller.slice(1) }).qr },
      noon,
    );
    expect(failedChecks(other.xml)).toEqual(['qr']);
  });

  test('what SignedProperties declare is part of their digest', () => {
    const text = good.toString().replace('<xades:SigningTime>', '<xades:SigningTime xmlns:q="urn:x">');
    expect(failedChecks(Buffer.from(text))).toEqual(['signed-properties']);
  });
});

describe('each change is found by the check that watches over it', () => {
  const other = makeTraining();
  test.each<[string, string | RegExp, string, CheckName[]]>([
    ['an amount', '>11.50<', '>11.51<', ['hash', 'stamp', 'qr']],
    ['a line', 'Pencil', 'Pencli', ['hash', 'stamp', 'qr']],
    ['the previous hash', someHash, canonicalHash(good), ['hash', 'stamp', 'qr']],
    ['the hash', /(<ds:DigestValue>)[^<]*/, `$1${someHash}`, ['hash']],
    ['the signing time', 'T12:00:00</xades', 'T12:00:01</xades', ['signed-properties']],
    ['the serial', `>${certificate.serial}<`, '>1<', ['certificate', 'signed-properties']],
    ['the issuer', '>CN=Training authority<', '>CN=Training<', ['certificate', 'signed-properties']],
    ['the certificate', certificate.text, other.certificate.text, ['stamp', 'certificate', 'qr']],
    ['a certificate that is none', certificate.text, 'AAAA', ['stamp', 'certificate', 'qr']],
    ['a signature that is none', /(<ds:SignatureValue>)[^<]*/, '$1AAAA', ['stamp', 'qr']],
    ['a signature that is no Base64', /(<ds:SignatureValue>)/, '$1 ', ['stamp', 'qr']],
    ['the QR', /text\/plain">AQ/, 'text/plain">AA', ['qr']],
  ])('%s', (_what, from, to, expected) => {
    expect(failedChecks(changed(from, to))).toEqual(expected);
  });

  test('a QR of another document', () => {
    const elsewhere = stamper.stamp(document({ seller: 'Someone else' }), noon);
    expect(failedChecks(changed(/text\/plain">AQ[^<]*/, `text/plain">${elsewhere.qr}`))).toEqual(['qr']);
  });
});
