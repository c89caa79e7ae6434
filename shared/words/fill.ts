/** Fills the placeholders of a sentence, `{limit}` and the like; one without a value is left empty. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
}
