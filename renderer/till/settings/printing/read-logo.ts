import { shopLimits } from '../../../../shared/shop-lines.ts';

const largestFile = 5 * 1024 * 1024;
const smallestSide = 32;

/**
 * Converts a picture of any kind that the browser knows into an opaque PNG on white, small enough for a receipt, in
 * Base64; undefined if it cannot be read.
 */
export async function readLogo(file: File): Promise<string | undefined> {
  if (file.size > largestFile) return undefined;
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // A vector picture may have no size of its own.
    const width = image.naturalWidth || shopLimits.logoSide;
    const height = image.naturalHeight || shopLimits.logoSide / 2;
    let scale = Math.min(1, shopLimits.logoSide / width, shopLimits.logoSide / 2 / height);
    for (; Math.max(width, height) * scale >= smallestSide; scale *= 0.75) {
      const png = await drawn(image, Math.round(width * scale), Math.round(height * scale));
      if (png !== undefined && png.length <= (shopLimits.logoBytes / 3) * 4) return png;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function drawn(image: HTMLImageElement, width: number, height: number): Promise<string | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  // A blob of an opaque canvas has no alpha channel, which paper cannot show; a data URL has one even then.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) return undefined;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
