import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../main/document/stamp/read-document.ts';
import { FailureError } from '../../../shared/failure.ts';
import { document, makeTraining, noon, someHash } from './support.ts';

const { stamper, certificate } = makeTraining();
const { xml, hash, qr } = stamper.stamp(document(), noon);

describe('reading a document', () => {
  test('gives its facts as they stand there', () => {
    expect(readDocument(xml)).toEqual({
      number: 'INV-7',
      uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
      issueDate: '2026-11-20',
      issueTime: '12:00:00',
      issuedAt: '2026-11-20T12:00:00',
      typeCode: '388',
      typeName: '0200000',
      simplified: true,
      selfBilled: false,
      icv: 7,
      previousHash: someHash,
      sellerVatNumber: '399999999900003',
      sellerName: 'Qalam & Daftar',
      payable: '11.50',
      vat: '1.50',
      currency: 'SAR',
      certificateText: certificate.text,
      hash,
      qr,
    });
  });

  test('gives no stamp where there is none', () => {
    const { head, opening, rest } = document();
    const facts = readDocument(Buffer.from(head + opening + rest));
    expect(facts.number).toBe('INV-7');
    expect([facts.certificateText, facts.hash, facts.qr]).toEqual([undefined, undefined, undefined]);
  });

  test('names everything that is missing or unreadable', () => {
    const text = xml
      .toString()
      .replace(/<cbc:UUID>0f8.*?<\/cbc:UUID>/, '')
      .replace('<cbc:UUID>7</cbc:UUID>', '<cbc:UUID>07.5</cbc:UUID>')
      .replace('<cbc:IssueTime>12:00:00', '<cbc:IssueTime>noon');
    try {
      readDocument(Buffer.from(text));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FailureError);
      const { issues } = (error as FailureError).failure;
      expect(issues?.map((issue) => `${issue.path.join('.')} ${issue.code}`).toSorted()).toEqual([
        'xml.icv not-a-counter',
        'xml.issueTime not-a-time',
        'xml.uuid missing',
      ]);
    }
  });
});
