/** The part of qrcode that is used. Its published types need all of Node's, which shared must not use. */
declare module 'qrcode/lib/core/qrcode.js' {
  interface BitMatrix {
    readonly size: number;
    /** Returns the module at a position; 0 is light. */
    get(row: number, column: number): number;
  }
  export function create(
    text: string,
    options: { readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
  ): { readonly modules: BitMatrix };
}
