/** The part of qrcode that exists only in Node; shared/qrcode.d.ts says why its published types are not used. */
declare module 'qrcode' {
  export function toBuffer(
    text: string,
    options: { readonly errorCorrectionLevel: 'M'; readonly margin: number; readonly scale: number },
  ): Promise<Uint8Array>;
}
