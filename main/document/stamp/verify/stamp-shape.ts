import { type Shape, shape, value } from './shape.ts';

/*
 * The three blocks of a stamp as the verifier expects them. They were written from the standard (facts on UBL, 12.5),
 * independently of the writer, so that each reveals mistakes in the other.
 */

const sha256 = { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' };
const c14n11 = { Algorithm: 'http://www.w3.org/2006/12/xml-c14n11' };

const leaveOut = (what: string): Shape =>
  shape('ds:Transform', { Algorithm: 'http://www.w3.org/TR/1999/REC-xpath-19991116' }, [
    shape('ds:XPath', {}, `not(//ancestor-or-self::${what})`),
  ]);

const signedInfo = shape('ds:SignedInfo', {}, [
  shape('ds:CanonicalizationMethod', c14n11, []),
  shape('ds:SignatureMethod', { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' }, []),
  shape('ds:Reference', { Id: 'invoiceSignedData', URI: '' }, [
    shape('ds:Transforms', {}, [
      leaveOut('ext:UBLExtensions'),
      leaveOut('cac:Signature'),
      leaveOut("cac:AdditionalDocumentReference[cbc:ID='QR']"),
      shape('ds:Transform', c14n11, []),
    ]),
    shape('ds:DigestMethod', sha256, []),
    shape('ds:DigestValue', {}, value('hash')),
  ]),
  shape(
    'ds:Reference',
    { Type: 'http://www.w3.org/2000/09/xmldsig#SignatureProperties', URI: '#xadesSignedProperties' },
    [shape('ds:DigestMethod', sha256, []), shape('ds:DigestValue', {}, value('propertiesDigest'))],
  ),
]);

const signedProperties = shape('xades:SignedProperties', { Id: 'xadesSignedProperties' }, [
  shape('xades:SignedSignatureProperties', {}, [
    shape('xades:SigningTime', {}, value('signingTime')),
    shape('xades:SigningCertificate', {}, [
      shape('xades:Cert', {}, [
        shape('xades:CertDigest', {}, [
          shape('ds:DigestMethod', sha256, []),
          shape('ds:DigestValue', {}, value('certificateDigest')),
        ]),
        shape('xades:IssuerSerial', {}, [
          shape('ds:X509IssuerName', {}, value('issuer')),
          shape('ds:X509SerialNumber', {}, value('serial')),
        ]),
      ]),
    ]),
  ]),
]);

const signature = shape('ds:Signature', { Id: 'signature' }, [
  signedInfo,
  shape('ds:SignatureValue', {}, value('signature')),
  shape('ds:KeyInfo', {}, [
    shape('ds:X509Data', {}, [shape('ds:X509Certificate', {}, value('certificate'))]),
  ]),
  shape('ds:Object', {}, [shape('xades:QualifyingProperties', { Target: 'signature' }, [signedProperties])]),
]);

export const extensionsShape = shape('ext:UBLExtensions', {}, [
  shape('ext:UBLExtension', {}, [
    shape('ext:ExtensionURI', {}, 'urn:oasis:names:specification:ubl:dsig:enveloped:xades'),
    shape('ext:ExtensionContent', {}, [
      shape('sig:UBLDocumentSignatures', {}, [
        shape('sac:SignatureInformation', {}, [
          shape('cbc:ID', {}, 'urn:oasis:names:specification:ubl:signature:1'),
          shape('sbc:ReferencedSignatureID', {}, 'urn:oasis:names:specification:ubl:signature:Invoice'),
          signature,
        ]),
      ]),
    ]),
  ]),
]);

export const qrShape = shape('cac:AdditionalDocumentReference', {}, [
  shape('cbc:ID', {}, 'QR'),
  shape('cac:Attachment', {}, [
    shape('cbc:EmbeddedDocumentBinaryObject', { mimeCode: 'text/plain' }, value('qr')),
  ]),
]);

export const signatureShape = shape('cac:Signature', {}, [
  shape('cbc:ID', {}, 'urn:oasis:names:specification:ubl:signature:Invoice'),
  shape('cbc:SignatureMethod', {}, 'urn:oasis:names:specification:ubl:dsig:enveloped:xades'),
]);

export type StampValue =
  | 'hash'
  | 'propertiesDigest'
  | 'signature'
  | 'certificate'
  | 'signingTime'
  | 'certificateDigest'
  | 'issuer'
  | 'serial'
  | 'qr';
