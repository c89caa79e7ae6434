/* Reads parts of the API's page as a reader would copy them. */

/** Returns the text of a block of code. */
export function codeOf(page: string, id: string): string {
  const [, text] = new RegExp(`<pre id="${id}"[^>]*><code>(.*?)</code></pre>`, 's').exec(page) ?? [];
  if (text === undefined) throw new Error(`no code ${id}`);
  return text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
}
