import { bytesOf, childrenOf, type DerElement, oidOf, readDer } from './read-der.ts';
import { boolean, type DerNode, encodeDer, octetString, oid, sequence } from './write-der.ts';

/* The extensions of a certificate or of a request for one (RFC 5280 §4.2). */

export const extension = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  /** Microsoft's certificate template name, which tells the authority the environment. */
  templateName: '1.3.6.1.4.1.311.20.2',
} as const;

export function makeExtension(type: string, value: DerNode, critical = false): DerNode {
  return sequence(oid(type), ...(critical ? [boolean(true)] : []), octetString(encodeDer(value)));
}

/** Returns the values by object identifier. @throws Error when it is not a list of extensions */
export function readExtensions(list: DerElement | undefined): Map<string, DerElement> {
  return new Map(
    childrenOf(list).map((item) => {
      const parts = childrenOf(item);
      return [oidOf(parts[0]), readDer(bytesOf(parts.at(-1)))];
    }),
  );
}
