import { create, type Font } from 'fontkit';
import { fontFile, type Script, type Weight } from './font-files.ts';
import { openTypeOf } from './woff.ts';

export type Face = ReturnType<typeof openFace>;

/** Creates the program's fonts; each is read on first use and then kept. */
export function createFonts(read: typeof fontFile = fontFile) {
  const faces = new Map<string, Face>();
  return {
    face(script: Script, weight: Weight): Face {
      const name = `${script}-${weight}`;
      const existing = faces.get(name);
      if (existing !== undefined) return existing;
      const face = openFace(name, openTypeOf(read(script, weight)));
      faces.set(name, face);
      return face;
    },
  };
}

export type Fonts = ReturnType<typeof createFonts>;

function openFace(name: string, bytes: Buffer) {
  const font = create(bytes) as Font;
  const perThousand = 1000 / font.unitsPerEm;
  const measured = new Map<string, { advance: number; isRightToLeft: boolean }>();

  function layOut(text: string) {
    const run = font.layout(text, []);
    // Texts repeat within a document, but a terminal that runs for weeks must not keep those of all documents.
    if (measured.size >= 5000) measured.clear();
    const facts = { advance: run.advanceWidth * perThousand, isRightToLeft: run.direction === 'rtl' };
    measured.set(text, facts);
    return facts;
  }

  const factsOf = (text: string) => measured.get(text) ?? layOut(text);
  return {
    /** The name, for instance `latin-regular`. */
    name,
    bytes,
    has: (codePoint: number): boolean => font.hasGlyphForCodePoint(codePoint),
    /** Returns the advance of a text in this face, in thousandths of the font size. */
    advance: (text: string): number => factsOf(text).advance,
    /** Returns true when this face sets a text from right to left, whatever surrounds it. */
    isRightToLeft: (text: string): boolean => factsOf(text).isRightToLeft,
  };
}
