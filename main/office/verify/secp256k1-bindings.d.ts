/** Only the native part of the package: its other entry silently falls back to JavaScript. */
declare module 'secp256k1/bindings.js' {
  interface Bindings {
    /** Reads strict DER; throws for anything else. Returns 64 bytes. */
    signatureImport(der: Uint8Array): Uint8Array;
    /** Replaces a high S by the low one, in place. */
    signatureNormalize(signature: Uint8Array): Uint8Array;
    /** Throws for a point that is not on the curve. */
    ecdsaVerify(signature: Uint8Array, digest: Uint8Array, point: Uint8Array): boolean;
  }
  const bindings: Bindings;
  export default bindings;
}
