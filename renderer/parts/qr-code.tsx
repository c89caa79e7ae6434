import { create } from 'qrcode';
import { useMemo } from 'react';

/** Modules of white around the code (ISO/IEC 18004 asks for 4). */
const quietZone = 4;

interface QrCodeProps {
  /** The text the image carries. */
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
}

/** A QR code, error level M, as one path; black on white in both themes, as scanners want it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawModules(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One `M…h…v1h-…z` for each run of dark modules. */
function drawModules(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      const start = column;
      while (column + 1 < modules.size && modules.get(row, column + 1) !== 0) column += 1;
      const width = column - start + 1;
      path += `M${start + quietZone} ${row + quietZone}h${width}v1h-${width}z`;
    }
  }
  return { size: modules.size + 2 * quietZone, path };
}
