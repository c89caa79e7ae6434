/** The part of qrcode that only Node has; shared/qrcode.d.ts says why its published types are not used. */
declare module 'qrcode' {
  export function toBuffer(
    text: string,
    options: { readonly errorCorrectionLevel: 'M'; readonly margin: number; readonly scale: number },
  ): Promise<Uint8Array>;
}
