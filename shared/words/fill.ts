/** Fills the placeholders of a sentence, `{limit}` and the like; a placeholder without a value is left empty. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
}
