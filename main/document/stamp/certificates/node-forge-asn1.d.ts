/** The ASN.1 part of node-forge: the whole package includes TLS and RSA and takes 20 ms to load. */
declare module 'node-forge/lib/asn1.js' {
  import type { asn1 } from 'node-forge';

  /** Bytes from outside are not read with it. */
  const part: Omit<typeof asn1, 'fromDer'>;
  export default part;
}
