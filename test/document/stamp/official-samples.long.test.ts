import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCertificate } from '../../../main/document/stamp/certificates/certificate.ts';
import { hexDigest } from '../../../main/document/stamp/digest.ts';
import { isSignedBy } from '../../../main/document/stamp/key.ts';
import { decodeQr } from '../../../main/document/stamp/qr.ts';
import { readDocument } from '../../../main/document/stamp/read-document.ts';
import { restamp } from '../../../main/document/stamp/restamp.ts';
import { extensionsWriter } from '../../../main/document/stamp/signature-block.ts';
import { canonicalHash, canonicalWithoutBlocks } from '../../../main/document/stamp/verify/canonical.ts';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { withInvoice } from '../../../main/document/xml/parse.ts';
import { oneIn, rounds } from '../../support/run/effort.ts';
import { haveSamples, readInvoice, readSample, sampleInvoices } from './samples.ts';
import { failures, makeTraining, noon } from './support.ts';

/* Tests the authority's own signed invoices, which are valid as they are and invalid after any change. */

const signatureOf = (xml: Buffer): Buffer =>
  Buffer.from(/<ds:SignatureValue>([^<]*)/.exec(xml.toString())?.[1] ?? '', 'base64');

describe.skipIf(!haveSamples)('the official samples', () => {
  test('are nineteen, six of them with a high S', () => {
    const isHigh = (name: string) =>
      secp256k1.Signature.fromBytes(signatureOf(readInvoice(name)), 'der').hasHighS();
    expect(sampleInvoices).toHaveLength(19);
    expect(sampleInvoices.filter(isHigh)).toHaveLength(6);
  });

  test.each(sampleInvoices)('%s passes every check', (name) => {
    expect(failures(verifyDocument(readInvoice(name)))).toEqual([]);
  });

  test.each([
    ['simplified_invoice', 'z5F9qsS6oWyDhehD8u8S0DaxV+2CUiUz9Y+UsR61JgQ='],
    ['nominal_supply_invoice', 'HAQHJtkf26inGt3FSEH+a9nsfwym2+E+USHMQsQ7LRQ='],
    ['simplified_tax_invoice_with_zero_rated_item', 'mEAt3zjZkWFMybqAd13/fzD9trjTH7IN/7fwCaY6x1w='],
    ['simplified_credit_note', '2kBYLvmDlvKUxK/0ma+P8jFkKoiPh5VKBWjXERwUfxk='],
    ['simplified_debit_note', 'dfjtLDke0UXB4HBHzHKazFkI7X4v9xuC0IqhSEo1q4s='],
    ['standard_invoice', 'V4U5qlZ3yXQ/Si1AC/R8SLc3F+iNy27wdVe8IWRqFAQ='],
    ['export_invoice', 'XfSK7Mlkrfa7AxO0FGs239XaChGQEAEtA0yqbjWoXzo='],
    ['standard_invoice_with_payable_rounding_adjustment', 'zKThBQhq2W1tg4aF5W9eVrdDGdbDLsttg+PdYwWcDBk='],
    [
      'advance_payment_adjustments_with_foreign_currency_invoice',
      'X8bJTYWHeDvj5LT5+3IYa+ZM1RsMCbb+jdiuJaLPtfI=',
    ],
  ])('%s has the hash %s', (name, hash) => {
    expect(canonicalHash(readInvoice(`${name}.xml`))).toBe(hash);
  });

  test.each(sampleInvoices)('%s can be stamped anew without a change of its hash', (name) => {
    const xml = readInvoice(name);
    const stamped = restamp(xml, training.stamper, noon);
    expect(stamped.hash).toBe(canonicalHash(xml));
    expect(failures(verifyDocument(stamped.xml))).toEqual([]);
  });

  test('the first previous hash is the one of their file', () => {
    const first = readSample('pih.txt').toString().trim();
    expect(hexDigest('0')).toBe(first);
    expect(readDocument(readInvoice('simplified_invoice.xml')).previousHash).toBe(first);
  });
});

const training = makeTraining();

describe.skipIf(!haveSamples)('every step of the worked example', () => {
  const xml = haveSamples ? readInvoice('simplified_invoice.xml') : Buffer.alloc(0);
  const signature =
    'MEYCIQCYovp/Gxd/x2qZcDZZf+4TdtfZjU/1/fzS3EQjmZGhlQIhANTc0rlAs3ffQgrKi8V49eXV32d200XIutgCti4iGAjB';
  const hash = 'z5F9qsS6oWyDhehD8u8S0DaxV+2CUiUz9Y+UsR61JgQ=';
  const certificateDigest =
    'ZDMwMmI0MTE1NzVjOTU2NTk4YzVlODhhYmI0ODU2NDUyNTU2YTVhYjhhMDFmN2FjYjk1YTA2OWQ0NjY2MjQ4NQ==';
  const propertiesDigest =
    'ZmMwY2ZhNDljNzNjZDA5NmY4NDM4MmY1ZmY1YTA0NjY3MzY4NzMxOGJhYmZmNWU1OGYzZWJlODI3ZDgyZGVkZA==';

  test('canonical form', () => {
    const text = withInvoice(xml, canonicalWithoutBlocks).toString('utf8');
    expect(Buffer.byteLength(text)).toBe(6626);
    expect(text.startsWith('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"')).toBe(
      true,
    );
    expect(text.endsWith('</cac:InvoiceLine>\n</Invoice>')).toBe(true);
    expect(createHash('sha256').update(text).digest('base64')).toBe(hash);
  });

  test('signature', () => {
    const { publicKey } = readCertificate(readSample('cert.pem').toString().trim());
    expect(isSignedBy(publicKey, Buffer.from(hash, 'base64'), Buffer.from(signature, 'base64'))).toBe(true);
  });

  test('our writer puts the same values into its block', () => {
    const certificate = readCertificate(readSample('cert.pem').toString().trim());
    expect(hexDigest(certificate.text)).toBe(certificateDigest);
    const block = extensionsWriter(certificate)({ hash, signature, signingTime: '2025-07-22T15:51:28' });
    const sample = /<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/.exec(xml.toString())?.[0];
    // White space at line ends occurs only in the sample; SignedProperties must be identical in every byte.
    const trimmed = (text = '') => text.replaceAll(/ +$/gm, '');
    expect(trimmed(block)).toBe(trimmed(sample));
    expect(block).toContain(`<ds:DigestValue>${propertiesDigest}</ds:DigestValue>`);
    const properties = /<xades:SignedProperties[\s\S]*<\/xades:SignedProperties>/;
    expect(properties.exec(block)?.[0]).toBe(properties.exec(xml.toString())?.[0]);
  });

  test('QR', () => {
    const { qr = '' } = readDocument(xml);
    expect(qr).toHaveLength(632);
    const tags = decodeQr(qr) ?? [];
    expect(tags.map((tag) => tag.length)).toEqual([111, 15, 19, 6, 5, 44, 96, 88, 71]);
    expect(tags.slice(0, 7).map(String)).toEqual([
      'شركة توريد التكنولوجيا بأقصى سرعة المحدودة | Maximum Speed Tech Supply LTD',
      '399999999900003',
      '2022-08-17T17:41:08',
      '231.15',
      '30.15',
      hash,
      signature,
    ]);
  });
});

/**
 * Returns the beginnings and ends of texts and attribute values, as positions in bytes, without the XML declaration.
 */
function places(xml: Buffer): [start: number, end: number][] {
  const text = xml.toString('latin1');
  const found: [number, number][] = [];
  const body = text.indexOf('?>') + 2;
  for (const match of text.matchAll(/>([^<]+)<|"([^"<>]+)"/g)) {
    const length = (match[1] ?? match[2] ?? '').length;
    if (match.index >= body) found.push([match.index + 1, match.index + 1 + length]);
  }
  return found;
}

const letters = [...'ABCxyz019+/='];
function mutate(xml: Buffer, at: number, letter: string): Buffer | undefined {
  const other = Buffer.from(xml);
  other[at] = letter.charCodeAt(0);
  return other.equals(xml) ? undefined : other;
}

describe.skipIf(!haveSamples)('a change of one byte is always refused', () => {
  test('in any text or attribute value of any sample', () => {
    const samples = sampleInvoices.map((name) => {
      const xml = readInvoice(name);
      return { name, xml, places: places(xml) };
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...letters),
        (sample, place, offset, letter) => {
          const [start, end] = sample.places[place % sample.places.length] ?? [0, 0];
          const at = start + (offset % (end - start));
          const other = mutate(sample.xml, at, letter);
          fc.pre(other !== undefined);
          expect(failures(verifyDocument(other)), `${sample.name}, byte ${at}: ${letter}`).not.toEqual([]);
        },
      ),
      { numRuns: rounds(1500), seed: 20261120 },
    );
  });

  test.each(['simplified_invoice.xml', 'standard_debit_note.xml'])(
    'in every single text and attribute value of %s',
    (name) => {
      const xml = readInvoice(name);
      const all = places(xml);
      expect(all.length).toBeGreaterThan(200);
      for (const [start, end] of oneIn(10, all)) {
        for (const at of new Set([start, (start + end) >> 1, end - 1])) {
          const other = mutate(xml, at, 'Q') ?? mutate(xml, at, 'R') ?? xml;
          expect(failures(verifyDocument(other)), `byte ${at}`).not.toEqual([]);
        }
      }
    },
  );
});
