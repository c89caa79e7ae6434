/** Saves a file through the browser, byte for byte, since its bytes may have been hashed. */
export function saveFile(fileName: string, contents: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves a file that the terminal sent in Base64. */
export function saveBase64(file: { readonly fileName: string; readonly base64: string }, type: string): void {
  saveFile(
    file.fileName,
    Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0)),
    type,
  );
}

export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  pdf: 'application/pdf',
} as const;
