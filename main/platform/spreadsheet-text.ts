/** A cell that begins so is a formula, which spreadsheets run; a sign before a blank is none. */
const atStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
/**
 * Excel on a Windows in Arabic ends a cell at a semicolon, and knows no quotes in the middle of one: what stands behind
 * begins a cell there.
 */
const within = /([;\t\r\n]\s*)(?=[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-]\S)/g;

/** Returns text of others for a cell of a CSV file; a mark in front keeps a spreadsheet from running it. */
export function spreadsheetText(said: string): string {
  const marked = said.replace(within, "$1'");
  return atStart.test(marked) ? `'${marked}` : marked;
}
