import { spawnSync } from 'node:child_process';
import { type Certificate, readCertificate } from '../../../main/document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../../../main/document/stamp/certificates/certificate-authority.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../../main/document/stamp/certificates/certificate-request.ts';
import type { CertificateSubject } from '../../../main/document/stamp/certificates/subject.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { createStamper, type Stampable, type Stamper } from '../../../main/document/stamp/stamp.ts';
import { type Check, examineDocument } from '../../../main/document/stamp/verify/verify.ts';

export const subject: CertificateSubject = {
  commonName: 'TST-886431145-399999999900003',
  organization: 'Maximum Speed Tech Supply LTD',
  organizationUnit: 'Riyadh Branch',
  country: 'SA',
  serial: '1-TST|2-TST|3-ed22f1d8-e6a2-1118-9b58-d9a8f11e445f',
  vatNumber: '399999999900003',
  documentTypes: '1100',
  address: 'RRRD2929',
  category: 'Supply activities',
};

export const noon = Date.UTC(2026, 10, 20, 9); // This is 12:00 in Riyadh.
export const oneDay = 24 * 60 * 60 * 1000;

export interface Training {
  readonly authority: CertificateAuthority;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly stamper: Stamper;
}

/** Creates an authority, and a terminal with its certificate. */
export function makeTraining(commonName = 'Training authority'): Training {
  const authority = CertificateAuthority.create({ commonName, now: noon, validForDays: 3650 });
  const key = SigningKey.generate();
  const request = readCertificateRequest(makeCertificateRequest(key, subject, 'TSTZATCA-Code-Signing'));
  const certificate = readCertificate(
    authority.issue({ request, validFrom: noon, validTo: noon + 365 * oneDay }),
  );
  return { authority, key, certificate, stamper: createStamper({ key, certificate }) };
}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
export const someHash = 'V4U5qlZ3yXQ/Si1AC/R8SLc3F+iNy27wdVe8IWRqFAQ=';

/** Returns a small document written by hand in canonical form. */
export function document(
  options: { simplified?: boolean; seller?: string; time?: string; qrTime?: string; line?: string } = {},
): Stampable {
  const { simplified = true, seller = 'Qalam & Daftar', time = '12:00:00', qrTime = '12:00:00' } = options;
  const name = seller.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const embedded = '<cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/plain">';
  return {
    head: `<Invoice xmlns="${ubl}:Invoice-2" xmlns:cac="${ubl}:CommonAggregateComponents-2" xmlns:cbc="${ubl}:CommonBasicComponents-2" xmlns:ext="${ubl}:CommonExtensionComponents-2">`,
    opening: `
  <cbc:ProfileID>reporting:1.0</cbc:ProfileID>
  <cbc:ID>INV-7</cbc:ID>
  <cbc:UUID>0f8fad5b-d9cb-469f-a165-70867728950e</cbc:UUID>
  <cbc:IssueDate>2026-11-20</cbc:IssueDate>
  <cbc:IssueTime>${time}</cbc:IssueTime>
  <cbc:InvoiceTypeCode name="${simplified ? '0200000' : '0100000'}">388</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>SAR</cbc:DocumentCurrencyCode>
  <cbc:TaxCurrencyCode>SAR</cbc:TaxCurrencyCode>
  <cac:AdditionalDocumentReference><cbc:ID>ICV</cbc:ID><cbc:UUID>7</cbc:UUID></cac:AdditionalDocumentReference>
  <cac:AdditionalDocumentReference><cbc:ID>PIH</cbc:ID>${embedded}${someHash}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
  `,
    rest: `<cac:AccountingSupplierParty><cac:Party>
    <cac:PartyTaxScheme><cbc:CompanyID>399999999900003</cbc:CompanyID></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty></cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="SAR">1.50</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="SAR">11.50</cbc:PayableAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cac:Item><cbc:Name>${options.line ?? 'قلم | Pencil'}</cbc:Name></cac:Item></cac:InvoiceLine>
</Invoice>`,
    qr: {
      sellerName: seller,
      vatNumber: '399999999900003',
      issuedAt: `2026-11-20T${qrTime}`,
      payable: '11.50',
      vat: '1.50',
    },
    simplified,
  };
}

/** Examines a document, without the tree that is at hand for the plain form alone. */
export function examined(xml: Uint8Array) {
  const { checks, found } = examineDocument(xml);
  return { checks, found: found && { facts: found.facts, hash: found.hash } };
}

/** Returns the names and details of the checks that failed. */
export const failures = (checks: readonly Check[]): string[] =>
  checks.filter((check) => !check.ok).map((check) => `${check.name}: ${check.detail}`);

/** Returns a function that runs OpenSSL on an input, or undefined when the machine has no OpenSSL. */
export function openssl(
  ...args: string[]
): ((input: Buffer | string) => { ok: boolean; text: string }) | undefined {
  if (spawnSync('openssl', ['version']).status !== 0) return undefined;
  return (input) => {
    const { status, stdout, stderr } = spawnSync('openssl', args, { input });
    return { ok: status === 0, text: `${stdout}${stderr}` };
  };
}
