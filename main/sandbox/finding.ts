/** Something the sandbox has to say about a document; codes that begin with `sandbox-` are its own. */
export interface Finding {
  readonly status: 'ERROR' | 'WARNING';
  readonly code: string;
  readonly category: string;
  /** In both languages; the caller's Accept-Language chooses. */
  readonly message: Text;
}

export interface Text {
  readonly en: string;
  readonly ar: string;
}

export type Language = keyof Text;

export function error(code: string, category: string, en: string, ar: string): Finding {
  return { status: 'ERROR', code, category, message: { en, ar } };
}
