/* The names of an archive's files, and what the file of checksums holds. */

/** The month of a taxpayer that an archive holds: part 0, or a supplement of late documents. */
export interface ArchivedPart {
  readonly vatNumber: string;
  /** The month, such as `2026-10`. */
  readonly period: string;
  readonly part: number;
}

export const baseOf = ({ vatNumber, period, part }: ArchivedPart) =>
  `${vatNumber}_${period}${part === 0 ? '' : `-supplement-${part}`}`;

export const objectName = (base: string) => `${base}.tar.zst`;
export const sumsName = (base: string) => `${base}.sha256`;
export const manifestName = (base: string) => `${base}.manifest.json`;
export const signatureName = (base: string) => `${manifestName(base)}.sig`;

export const isManifestName = (name: string) => name.endsWith(manifestName(''));

/** Returns the manifest's name for an archive's; undefined if the name is not an archive's. */
export const manifestOfObject = (name: string): string | undefined => {
  const [, base] = /^(\d{15}_\d{4}-\d{2}(?:-supplement-\d+)?)\.tar\.zst$/.exec(name) ?? [];
  return base === undefined ? undefined : manifestName(base);
};

/** Returns the file of checksums, as `sha256sum` reads it. @param object SHA-256 of the archive, hex */
export const sumsOf = (base: string, { object, sha256 }: { object: string; sha256: string }) =>
  `${object}  ${objectName(base)}\n${sha256}  ${manifestName(base)}\n`;
