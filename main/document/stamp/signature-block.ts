import { canonicalText } from '../xml/canonical-text.ts';
import type { Certificate } from './certificates/certificate.ts';
import { hexDigest } from './digest.ts';

/*
 * The text of the stamp: an enveloped XAdES signature in the authority's own form, line by line as in its samples.
 * Source: facts on UBL, 12.3 to 12.5. Every line ends in LF on every machine.
 */

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
const xades = 'http://uri.etsi.org/01903/v1.3.2#';
const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const c14n11 = 'http://www.w3.org/2006/12/xml-c14n11';
const xpath = 'http://www.w3.org/TR/1999/REC-xpath-19991116';
const ecdsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
const signatureId = 'urn:oasis:names:specification:ubl:signature:Invoice';
const signatureMethod = 'urn:oasis:names:specification:ubl:dsig:enveloped:xades';

/** A text with one gap, split there so that filling it costs two concatenations. */
type Gap = readonly [before: string, after: string];

/** Joins lines, each with its number of leading spaces. */
const block = (...lines: readonly (readonly [indent: number, text: string])[]): string =>
  lines.map(([indent, text]) => ' '.repeat(indent) + text).join('\n');

/**
 * SignedProperties without the signing time. Its digest is over the text with the namespaces declared where they are
 * first used; the document contains the same text without these declarations, which are on its ancestors.
 */
function signedProperties(certificate: Certificate, declareNamespaces: boolean): Gap {
  const xmlnsXades = declareNamespaces ? ` xmlns:xades="${xades}"` : '';
  const xmlnsDs = declareNamespaces ? ` xmlns:ds="${xmldsig}"` : '';
  const before = block(
    [0, `<xades:SignedProperties${xmlnsXades} Id="xadesSignedProperties">`],
    [36, '<xades:SignedSignatureProperties>'],
    [40, '<xades:SigningTime>'],
  );
  const after = block(
    [0, '</xades:SigningTime>'],
    [40, '<xades:SigningCertificate>'],
    [44, '<xades:Cert>'],
    [48, '<xades:CertDigest>'],
    [52, `<ds:DigestMethod${xmlnsDs} Algorithm="${sha256}"/>`],
    [52, `<ds:DigestValue${xmlnsDs}>${hexDigest(certificate.text)}</ds:DigestValue>`],
    [48, '</xades:CertDigest>'],
    [48, '<xades:IssuerSerial>'],
    [52, `<ds:X509IssuerName${xmlnsDs}>${canonicalText(certificate.issuer)}</ds:X509IssuerName>`],
    [52, `<ds:X509SerialNumber${xmlnsDs}>${certificate.serial}</ds:X509SerialNumber>`],
    [48, '</xades:IssuerSerial>'],
    [44, '</xades:Cert>'],
    [40, '</xades:SigningCertificate>'],
    [36, '</xades:SignedSignatureProperties>'],
    [32, '</xades:SignedProperties>'],
  );
  return [before, after];
}

const untilHash = block(
  [0, '<ext:UBLExtensions>'],
  [4, '<ext:UBLExtension>'],
  [8, `<ext:ExtensionURI>${signatureMethod}</ext:ExtensionURI>`],
  [8, '<ext:ExtensionContent>'],
  [
    12,
    `<sig:UBLDocumentSignatures xmlns:sig="${ubl}:CommonSignatureComponents-2"` +
      ` xmlns:sac="${ubl}:SignatureAggregateComponents-2" xmlns:sbc="${ubl}:SignatureBasicComponents-2">`,
  ],
  [16, '<sac:SignatureInformation>'],
  [20, '<cbc:ID>urn:oasis:names:specification:ubl:signature:1</cbc:ID>'],
  [20, `<sbc:ReferencedSignatureID>${signatureId}</sbc:ReferencedSignatureID>`],
  [20, `<ds:Signature xmlns:ds="${xmldsig}" Id="signature">`],
  [24, '<ds:SignedInfo>'],
  [28, `<ds:CanonicalizationMethod Algorithm="${c14n11}"/>`],
  [28, `<ds:SignatureMethod Algorithm="${ecdsaSha256}"/>`],
  [28, '<ds:Reference Id="invoiceSignedData" URI="">'],
  [32, '<ds:Transforms>'],
  [36, `<ds:Transform Algorithm="${xpath}">`],
  [40, '<ds:XPath>not(//ancestor-or-self::ext:UBLExtensions)</ds:XPath>'],
  [36, '</ds:Transform>'],
  [36, `<ds:Transform Algorithm="${xpath}">`],
  [40, '<ds:XPath>not(//ancestor-or-self::cac:Signature)</ds:XPath>'],
  [36, '</ds:Transform>'],
  [36, `<ds:Transform Algorithm="${xpath}">`],
  [40, "<ds:XPath>not(//ancestor-or-self::cac:AdditionalDocumentReference[cbc:ID='QR'])</ds:XPath>"],
  [36, '</ds:Transform>'],
  [36, `<ds:Transform Algorithm="${c14n11}"/>`],
  [32, '</ds:Transforms>'],
  [32, `<ds:DigestMethod Algorithm="${sha256}"/>`],
  [32, '<ds:DigestValue>'],
);

const untilPropertiesDigest = block(
  [0, '</ds:DigestValue>'],
  [28, '</ds:Reference>'],
  [28, `<ds:Reference Type="${xmldsig}SignatureProperties" URI="#xadesSignedProperties">`],
  [32, `<ds:DigestMethod Algorithm="${sha256}"/>`],
  [32, '<ds:DigestValue>'],
);

const untilSignatureValue = block(
  [0, '</ds:DigestValue>'],
  [28, '</ds:Reference>'],
  [24, '</ds:SignedInfo>'],
  [24, '<ds:SignatureValue>'],
);

const untilCertificate = block(
  [0, '</ds:SignatureValue>'],
  [24, '<ds:KeyInfo>'],
  [28, '<ds:X509Data>'],
  [32, '<ds:X509Certificate>'],
);

const untilProperties = block(
  [0, '</ds:X509Certificate>'],
  [28, '</ds:X509Data>'],
  [24, '</ds:KeyInfo>'],
  [24, '<ds:Object>'],
  [28, `<xades:QualifyingProperties xmlns:xades="${xades}" Target="signature">`],
  [32, ''],
);

const untilEnd = block(
  [0, ''],
  [28, '</xades:QualifyingProperties>'],
  [24, '</ds:Object>'],
  [20, '</ds:Signature>'],
  [16, '</sac:SignatureInformation>'],
  [12, '</sig:UBLDocumentSignatures>'],
  [8, '</ext:ExtensionContent>'],
  [4, '</ext:UBLExtension>'],
  [0, '</ext:UBLExtensions>'],
);

/** The values of one stamp; the rest of it depends only on the certificate. */
export interface SignatureValues {
  /** The invoice hash in Base64. */
  readonly hash: string;
  /** The DER signature in Base64. */
  readonly signature: string;
  /** The time of signing as `YYYY-MM-DDTHH:mm:ss`. */
  readonly signingTime: string;
}

/** Prepares the texts of a certificate once, and returns the writer of `ext:UBLExtensions`. */
export function extensionsWriter(certificate: Certificate): (values: SignatureValues) => string {
  const hashed = signedProperties(certificate, true);
  const [beforeTime, afterTime] = signedProperties(certificate, false);
  const beforeProperties = untilCertificate + certificate.text + untilProperties + beforeTime;
  const afterProperties = afterTime + untilEnd;
  return ({ hash, signature, signingTime }) => {
    const propertiesDigest = hexDigest(hashed[0] + signingTime + hashed[1]);
    return (
      untilHash +
      hash +
      untilPropertiesDigest +
      propertiesDigest +
      untilSignatureValue +
      signature +
      beforeProperties +
      signingTime +
      afterProperties
    );
  };
}

/** The reference with the QR, followed by the reference to the signature, without surrounding white space. */
export function qrAndSignature(qr: string): string {
  return (
    '<cac:AdditionalDocumentReference><cbc:ID>QR</cbc:ID><cac:Attachment>' +
    `<cbc:EmbeddedDocumentBinaryObject mimeCode="text/plain">${qr}</cbc:EmbeddedDocumentBinaryObject>` +
    '</cac:Attachment></cac:AdditionalDocumentReference>' +
    `<cac:Signature><cbc:ID>${signatureId}</cbc:ID>` +
    `<cbc:SignatureMethod>${signatureMethod}</cbc:SignatureMethod></cac:Signature>`
  );
}
