import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { checkInvoice } from '../../../main/document/invoice/rules/check-invoice.ts';
import { writeDocument } from '../../../main/document/invoice/writing/write-document.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../../main/document/stamp/certificates/certificate-request.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { certificateSubject } from '../../../main/sending/credential/certificate-subject.ts';
import { seriesSale } from '../../../main/sending/credential/compliance-series.ts';
import { keptCompany } from '../../../main/sending/credential/kept-company.ts';
import { sellerOf } from '../../../main/sending/credential/seller.ts';
import { type Company, type CompanyInput, companySchema } from '../../../shared/company.ts';
import { seriesDocuments } from '../../../shared/contract/terminal/credentials.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { sellerSchemes } from '../../../shared/sale/party.ts';
import { companySetting } from '../../../shared/stored/settings/environment.ts';
import { placement } from '../../document/invoice/fixtures.ts';
import { failures, makeTraining } from '../../document/stamp/support.ts';
import { memorySettings } from '../../support/memory-settings.ts';
import { openShop } from './shop.ts';

/*
 * Tests that each company that the settings accept fits into a request and a document, so that no till finds a problem
 * only at a sale.
 */

/** The texts in any script, with the white space, emoji and lengths that people paste. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 130 }),
  fc.string({
    unit: fc.constantFrom('ش', 'A', '&', '<', '"', ' ', '\t', '\n', '\r', '☕', '|', '+', ','),
    minLength: 1,
  }),
  fc
    .tuple(fc.constantFrom('ش', 'A', '☕', '文'), fc.integer({ min: 1, max: 1100 }))
    .map(([unit, times]) => unit.repeat(times)),
);

/** Generates only texts that the field accepts. */
const taken = (
  field: { safeParse: (value: unknown) => { success: boolean } },
  texts: fc.Arbitrary<string> = anyText,
) => texts.filter((text) => field.safeParse(text).success);

const { name, identification, address, certificate, terminal } = companySchema.shape;
const parts = certificate.shape;
const word = (characters: string, max: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: max });

const anyCompany: fc.Arbitrary<CompanyInput> = fc
  .record({
    name: taken(name),
    vatNumber: fc.constantFrom('399999999900003', '310122393510003', '300000000000003'),
    identification: fc.record({
      scheme: fc.constantFrom(...sellerSchemes),
      value: taken(identification.shape.value, fc.oneof(word('0123456789شA', 127), anyText)),
    }),
    address: fc.record(
      {
        street: anyText,
        additionalStreet: anyText,
        building: fc.constant('2322'),
        district: anyText,
        city: anyText,
        postalCode: fc.constant('23333'),
        province: anyText,
      },
      { requiredKeys: ['street', 'building', 'district', 'city', 'postalCode'] },
    ),
    certificate: fc.record({
      organization: taken(parts.organization),
      organizationUnit: fc.oneof(taken(parts.organizationUnit), fc.constant('3101223935')),
      address: taken(parts.address),
      category: taken(parts.category),
      documentTypes: fc.constantFrom('1000' as const, '0100' as const, '1100' as const),
    }),
    terminal: fc.record({
      numberPrefix: taken(terminal.shape.numberPrefix, word('abcXYZ0129', 12)),
      serial: taken(terminal.shape.serial, word('abcXYZ0129-', 60)),
    }),
  })
  .filter(
    (company) => address.safeParse(company.address).success && companySchema.safeParse(company).success,
  );

describe('a company', () => {
  const issuesOf = (change: (company: Company) => object) => {
    const read = companySchema.safeParse(change(structuredClone(trainingCompany)));
    return read.error?.issues.map(({ path, ...issue }) => [
      path.join('.'),
      'params' in issue && issue.params?.code,
    ]);
  };
  const changed = (field: 'certificate' | 'terminal', change: object) =>
    issuesOf((company) => ({ ...company, [field]: { ...company[field], ...change } }));

  test.each([
    ['of 128 Arabic letters', 'ش'.repeat(128)],
    ['of 256 letters', 'A'.repeat(256)],
  ])('with a name %s is refused at the name, for no QR holds it', (_, long) => {
    expect(issuesOf((company) => ({ ...company, name: long }))).toEqual([['name', 'too-many-bytes']]);
  });

  test('with a serial that the certificate has no room for is refused at the serial', () => {
    expect(changed('terminal', { serial: 'A'.repeat(44) })).toEqual([['terminal.serial', 'serial']]);
  });

  test('of a VAT group without the number of its member is refused at the unit', () => {
    expect(issuesOf((company) => ({ ...company, vatNumber: '310122393510003' }))).toEqual([
      ['certificate.organizationUnit', 'vat-group-unit'],
    ]);
  });

  test.each(['organization', 'organizationUnit', 'address', 'category'])(
    'with a line break in its %s is refused there',
    (field) => {
      expect(changed('certificate', { [field]: 'Riyadh\nBranch' })).toEqual([
        [`certificate.${field}`, 'control-character'],
      ]);
    },
  );

  test('that later rules refuse is read as it was kept, so that it can be mended', () => {
    const kept = { ...trainingCompany, name: 'ش'.repeat(200) };
    const settings = memorySettings();
    expect(keptCompany(settings)).toBeUndefined();
    settings.write(companySetting, kept);
    expect(keptCompany(settings)).toEqual(kept);
  });
});

describe('every company that is taken', () => {
  test('makes a request that can be read, and documents that are stamped and break no rule', () => {
    const key = SigningKey.generate();
    const { stamper } = makeTraining();
    fc.assert(
      fc.property(anyCompany, fc.constantFrom(...seriesDocuments), (input, document) => {
        const company = parseOrFail(companySchema, input);
        const subject = certificateSubject(company);
        expect(
          readCertificateRequest(makeCertificateRequest(key, subject, 'PREZATCA-Code-Signing')).subject,
        ).toEqual(subject);
        const invoice = makeInvoice(seriesSale(document), sellerOf(company));
        const errors = checkInvoice(invoice, placement).filter(({ severity }) => severity === 'error');
        expect(errors).toEqual([]);
        const number = `${company.terminal.numberPrefix}-000001`;
        const { xml } = stamper.stamp(writeDocument(invoice, { ...placement, number }), placement.issuedAt);
        expect(failures(verifyDocument(xml, { previousHash: placement.previousHash }))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test('is onboarded by the sandbox, and its first sale accepted', async () => {
    await fc.assert(
      fc.asyncProperty(anyCompany, async (input) => {
        const company = parseOrFail(companySchema, input);
        const shop = await openShop(company);
        try {
          expect(await shop.onboard()).toBeUndefined();
          const { uuid } = shop.issue(
            seriesSale(
              company.certificate.documentTypes === '1000' ? 'standard-invoice' : 'simplified-invoice',
            ),
          );
          expect((await shop.send(uuid)).outcome.kind).toBe('accepted');
        } finally {
          await shop.close();
        }
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});
