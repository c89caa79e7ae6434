/** calm: no alarm · amber, red: the worst alarm. */
export type SealTone = 'calm' | 'amber' | 'red';

type Colour = readonly [red: number, green: number, blue: number];

const seal: Colour = [0x0f, 0x5c, 0x4a];
const white: Colour = [0xff, 0xff, 0xff];
const marks: Readonly<Record<Exclude<SealTone, 'calm'>, Colour>> = {
  amber: [0xe0, 0x8a, 0x00],
  red: [0xd3, 0x2f, 0x2f],
};

/** The number of samples along each side of a pixel, to smooth the edges. */
const fine = 4;
/** The number of teeth around the seal's edge. */
const teeth = 20;

/**
 * Draws the program's mark: a toothed disc with a check mark, and a dot at its corner for an alarm. Because it is
 * drawn, it is sharp at every size.
 * @returns size × size pixels of BGRA with premultiplied alpha, as `nativeImage.createFromBitmap` takes them
 */
export function drawSeal(size: number, tone: SealTone): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const { colour, opacity } = pixelAt(column, row, size, tone);
      const [red, green, blue] = colour.map((part) => Math.round(part * opacity));
      pixels.set([blue ?? 0, green ?? 0, red ?? 0, Math.round(255 * opacity)], (row * size + column) * 4);
    }
  return pixels;
}

function pixelAt(column: number, row: number, size: number, tone: SealTone) {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let sample = 0; sample < fine * fine; sample += 1) {
    // The coordinates run from -1 to 1 across the picture.
    const x = ((column + ((sample % fine) + 0.5) / fine) / size) * 2 - 1;
    const y = ((row + (Math.floor(sample / fine) + 0.5) / fine) / size) * 2 - 1;
    const colour = colourAt(x, y, tone);
    if (colour === undefined) continue;
    covered += 1;
    colour.forEach((part, index) => {
      sum[index] = (sum[index] ?? 0) + part;
    });
  }
  return { colour: sum.map((part) => part / Math.max(1, covered)), opacity: covered / (fine * fine) };
}

/** Returns the colour of a point; undefined outside the mark. */
function colourAt(x: number, y: number, tone: SealTone): Colour | undefined {
  if (tone !== 'calm') {
    const fromDot = Math.hypot(x - 0.58, y - 0.58);
    if (fromDot < 0.4) return marks[tone];
    // A gap around the dot keeps it apart from the seal.
    if (fromDot < 0.5) return undefined;
  }
  const edge = 0.93 + 0.05 * Math.sign(Math.cos(Math.atan2(y, x) * teeth));
  if (Math.hypot(x, y) > edge) return undefined;
  const fromCheck = Math.min(
    distance(x, y, [-0.42, 0.04], [-0.12, 0.34]),
    distance(x, y, [-0.12, 0.34], [0.44, -0.3]),
  );
  return fromCheck < 0.12 ? white : seal;
}

type Point = readonly [x: number, y: number];

/** The distance from a point to the segment between two others. */
function distance(x: number, y: number, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const part = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2);
  const near = Math.min(1, Math.max(0, part));
  return Math.hypot(x - fromX - near * alongX, y - fromY - near * alongY);
}
