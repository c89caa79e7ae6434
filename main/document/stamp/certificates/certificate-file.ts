import { type Certificate, readCertificate } from './certificate.ts';

const pem = /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END/g;

/**
 * Reads the certificates of a file: DER, PEM with one or several, or the bare Base64 in which the authority hands them
 * out.
 * @throws FailureError `bad-input` when there is none, or one cannot be read
 */
export function readCertificateFile(bytes: Uint8Array): Certificate[] {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  const blocks = [...text.matchAll(pem)].map(([, block = '']) => block);
  // DER starts with a sequence; its Base64 starts with the letter M.
  if (blocks.length === 0) blocks.push(file[0] === 0x30 ? file.toString('base64') : text);
  return blocks.map((block) => readCertificate(block.replaceAll(/\s/g, '')));
}
