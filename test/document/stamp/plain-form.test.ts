import { describe, expect, test } from 'vitest';
import { canonicalHash, digestWithoutBlocks } from '../../../main/document/stamp/verify/canonical.ts';
import { readPlain } from '../../../main/document/stamp/verify/plain-form.ts';
import { withInvoice } from '../../../main/document/xml/parse.ts';
import { createRandom } from '../../crash/random.ts';
import { newSeed } from '../../support/run/chance.ts';
import { declared, isPlain } from './plain.ts';
import { document, examined, makeTraining, noon } from './support.ts';

/*
 * Tests that our own documents are read as text, with the same result as that of the full reader. `KHATM_SEED` repeats
 * a run.
 */

const seed = newSeed();
const { stamper } = makeTraining();
const ownDocuments = [
  document(),
  document({ simplified: false, seller: 'Tom & "Sons" <LTD>' }),
  document({ line: 'قلم &lt;أزرق&gt; 🖊' }),
].map((each) => stamper.stamp(each, noon).xml);
const [good = Buffer.alloc(0)] = ownDocuments;

/** Returns the results of both readers for a document. */
const words = (xml: Uint8Array) => [examined(xml), examined(declared(xml))];

const qr = /<cac:AdditionalDocumentReference><cbc:ID>QR.*?<\/cac:AdditionalDocumentReference>/s;
const signature = /<cac:Signature>.*?<\/cac:Signature>/s;
const extensions = /<ext:UBLExtensions>.*<\/ext:UBLExtensions>/s;
const icv = /<cac:AdditionalDocumentReference><cbc:ID>ICV.*?<\/cac:AdditionalDocumentReference>/s;
const pih = /<cac:AdditionalDocumentReference><cbc:ID>PIH.*?<\/cac:AdditionalDocumentReference>/s;
const party = '<cac:AccountingSupplierParty><cac:Party>';
const partOf = (part: RegExp) => part.exec(good.toString())?.[0] ?? '';

describe('a document in the plain form', () => {
  test('is each of ours, and is sound for both readers', () => {
    for (const xml of ownDocuments) {
      expect(isPlain(xml)).toBe(true);
      expect(isPlain(declared(xml))).toBe(false);
      const [quick, full] = words(xml);
      expect(quick).toEqual(full);
      expect(quick?.checks.every(({ ok }) => ok)).toBe(true);
    }
  });

  test('gives the texts that the parser gives', () => {
    const { facts } = readPlain(stamper.stamp(document({ seller: 'Tom & "Sons" <LTD>' }), noon).xml) ?? {};
    expect(facts).toMatchObject({ sellerName: 'Tom & "Sons" <LTD>', icv: 7, typeName: '0200000' });
  });

  test('with any text changed is the same to both', () => {
    const counts = { plain: 0, refused: 0 };
    for (let index = 0; index < 150; index += 1) {
      const random = createRandom(`${seed} ${index}`);
      const text = random.pick(ownDocuments).toString();
      const place = random.pick([...text.matchAll(/(?<=[>"])[^<>"]*[^<>"\s](?=[<"])/g)]);
      const at = place.index + random.whole(0, place[0].length - 1);
      const xml = Buffer.from(text.slice(0, at) + random.pick([...'aZ09+/=-:. ']) + text.slice(at + 1));
      const [quick, full] = words(xml);
      expect(quick, `${index}`).toEqual(full);
      if (isPlain(xml)) counts.plain += 1;
      if (quick?.checks.some(({ ok }) => !ok)) counts.refused += 1;
    }
    expect(counts.plain).toBeGreaterThan(20);
    expect(counts.refused).toBeGreaterThan(100);
  });

  test('with bytes in the stamp that are no text is the same to both', () => {
    const at = good.indexOf('<ds:X509IssuerName>') + '<ds:X509IssuerName>'.length;
    const other = Buffer.from(good);
    other[at] = 0xff;
    const [quick, full] = words(other);
    expect(quick).toEqual(full);
    expect(quick?.checks[0]?.ok).toBe(false);
  });

  test.each<[string, string | RegExp, string]>([
    ['itself', 'x', 'x'],
    [
      'its references, QR and signature within another element',
      /<cac:Add.*<\/cac:AccountingSupplierParty>/s,
      '<cac:A>$&</cac:A>',
    ],
    ['a control character in the stamp', '<ds:SignatureValue>', '$&\u0001'],
    ['a character that XML has not in the stamp', '<ds:SignatureValue>', '$&\uffff'],
    ['an odd character that XML has in the stamp', '<ds:SignatureValue>', '$&\u{1ffff}\u007f'],
  ])('has the hash that the parser finds, or none: with %s', (_what, part, other) => {
    const xml = Buffer.from(good.toString().replace(part, other));
    const hashOf = (read: () => string) => {
      try {
        return read();
      } catch {
        return 'refused';
      }
    };
    expect(hashOf(() => canonicalHash(xml))).toBe(
      hashOf(() => withInvoice(xml, (parsed) => digestWithoutBlocks(parsed).toString('base64'))),
    );
  });

  test.each<[string, string | RegExp, string]>([
    ['a second QR', qr, '$&$&'],
    ['a QR within a party', party, `${party}${partOf(qr)}`],
    ['a QR before the counter', icv, `${partOf(qr)}$&`],
    ['no QR', qr, ''],
    ['a second signature', signature, '$&$&'],
    ['a signature within a party', party, `${party}${partOf(signature)}`],
    ['a signature at the end', '</Invoice>', `${partOf(signature)}</Invoice>`],
    ['second extensions', '</Invoice>', `${partOf(extensions)}</Invoice>`],
    ['extensions within a party', party, `${party}${partOf(extensions)}`],
    ['a second counter', icv, '$&$&'],
    ['a second previous hash', pih, '$&$&'],
    ['the counter elsewhere', party, `${party}${partOf(icv)}`],
    ['a reference without an ID', '<cbc:ID>ICV</cbc:ID>', ''],
    ['a reference of two IDs', '<cbc:ID>ICV</cbc:ID>', '<cbc:ID>ICV</cbc:ID><cbc:ID>QR</cbc:ID>'],
    ['an ID in pieces', '<cbc:ID>ICV</cbc:ID>', '<cbc:ID><cbc:ID>Q</cbc:ID><cbc:ID>R</cbc:ID></cbc:ID>'],
    ['text in the invoice', party, `x${party}`],
    ['text in a reference', '<cbc:ID>PIH</cbc:ID>', 'x$&'],
    [
      'text for an attachment',
      /<cac:Attachment>(?=<cbc:Emb).*?<\/cac:Attachment>/s,
      '<cac:Attachment>x</cac:Attachment>',
    ],
    ['a comment', party, `<!-- x -->${party}`],
    ['a comment in a value', '<ds:SignatureValue>', '$&<!-- x -->'],
    ['an instruction', party, `<?x?>${party}`],
    ['a CDATA section', 'INV-7', '<![CDATA[INV-7]]>'],
    ['a character by its number', 'INV-7', 'INV-&#55;'],
    ['a byte order mark', 'INV-7', '\ufeffINV-7'],
    ['a name of a strange vocabulary', party, `<x:y xmlns:x="urn:x"/>${party}`],
    ['a prefix with another meaning', party, `<cac:AccountingSupplierParty xmlns:cac="urn:x"><cac:Party>`],
    ['an attribute with a prefix', '<cbc:InvoiceTypeCode name', '<cbc:InvoiceTypeCode xml:name="1" name'],
    ['attributes in another order', 'Id="invoiceSignedData" URI=""', 'URI="" Id="invoiceSignedData"'],
    [
      'a namespace declared again',
      '<ds:DigestMethod',
      '<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
    ],
    ['single quotes', 'name="0200000"', "name='0200000'"],
    ['a missing fact', /<cbc:IssueTime>.*?<\/cbc:IssueTime>/, ''],
    ['an empty value', /(<ds:X509SerialNumber>).*?(?=<)/, '$1'],
    ['a missing element', /<cac:LegalMonetaryTotal>.*?<\/cac:LegalMonetaryTotal>/s, ''],
    ['elements in another order', /(<cbc:IssueDate>.*?)(<cbc:IssueTime>\S*)/s, '$2$1'],
    ['other line ends', /\n/g, '\r\n'],
    ['an end that is missing', '</Invoice>', ''],
    ['a character in the stamp that XML has not', /(<ds:X509IssuerName>)/, '$1\u0001'],
    ['another such character', /(<xades:SigningTime>)/, '$1\uffff'],
    ['half of a character in the stamp', '<ds:SignatureValue>', '$&\ud83d'],
    ['a tag in the stamp that is not closed', '</ds:SignatureValue>', ''],
    ['a document type', '<Invoice', '<!DOCTYPE Invoice><Invoice'],
  ])('with %s is the same to both', (_, from, to) => {
    const text = good.toString();
    const other = Buffer.from(text.replace(from, to));
    expect(other.equals(good)).toBe(false);
    const [quick, full] = words(other);
    expect(quick).toEqual(full);
  });
});
