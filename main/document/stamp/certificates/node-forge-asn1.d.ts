/** The ASN.1 part of node-forge: the whole package includes TLS and RSA and takes 20 ms to load. */
declare module 'node-forge/lib/asn1.js' {
  import type { asn1 } from 'node-forge';

  /** `@types/node-forge` has only the older form of these options. */
  interface FromDer {
    fromDer(
      bytes: string,
      options: { strict: boolean; parseAllBytes: boolean; decodeBitStrings: boolean },
    ): asn1.Asn1;
  }
  const part: Omit<typeof asn1, 'fromDer'> & FromDer;
  export default part;
}
