/** A cell that begins like this is a formula, which spreadsheets run; a sign before a blank is not one. */
const atStart = /^((?:"(?:"|[^\S\t\r\n])*)?)(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
/**
 * Excel on an Arabic Windows ends a cell at a semicolon, even inside quotes, and begins another one. It takes a quote at
 * the beginning of that for the cell's own.
 */
const within = /([;\t\r\n][\s"]*)(?=[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-]\S)/g;

/** Returns foreign text for a cell of a CSV file; a mark in front keeps a spreadsheet from running it as a formula. */
export function spreadsheetText(text: string): string {
  return text.replace(within, "$1'").replace(atStart, "$1'");
}

/** Doubles a mark that belongs to the text itself, because `unmarked` removes one. */
export const doubledMarks = (text: string): string =>
  text
    .replace(/([;\t\r\n][\s"]*)(?='+(?:[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-]\S))/g, "$1'")
    .replace(/^((?:"(?:"|[^\S\t\r\n])*)?)(?='+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "$1'");

/** Removes the marks against formulas. Foreign files may have long texts, so it searches back from the mark. */
export const unmarked = (cell: string): string =>
  cell
    .replace(/^((?:"(?:"|[^\S\t\r\n])*)?)'(?='*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '$1')
    .replace(/(?<=[;\t\r\n][\s"]*)'(?='*(?:[=@\uFF1D\uFF0B\uFF0D\uFF20]|[+-]\S))/g, '');
