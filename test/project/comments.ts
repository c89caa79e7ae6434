import ts from 'typescript';

/** A comment without its delimiters; consecutive lines of `//` are one comment. */
export interface Comment {
  readonly line: number;
  readonly text: string;
}

/** Parses a source file for `commentsOf` and `namesOf`. */
export const parseSource = (file: string, code: string) =>
  ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);

/** Returns the comments of a source file, as the compiler finds them: never inside a string or a template. */
export function commentsOf(source: ts.SourceFile): Comment[] {
  const code = source.text;
  const ranges = new Map<number, ts.CommentRange>();
  /** Text of a page's element is not code: comment signs in it are shown. */
  const shown: ts.Node[] = [];
  const collect = (node: ts.Node) => {
    const before = ts.getLeadingCommentRanges(code, node.getFullStart()) ?? [];
    const behind = ts.getTrailingCommentRanges(code, node.getEnd()) ?? [];
    if (node.kind === ts.SyntaxKind.JsxText) shown.push(node);
    for (const range of [...before, ...behind]) ranges.set(range.pos, range);
    for (const child of node.getChildren(source)) collect(child);
  };
  collect(source);

  const comments: { line: number; endLine: number; column: number; isLine: boolean; text: string }[] = [];
  const isShown = ({ pos }: ts.CommentRange) => shown.some((text) => pos >= text.pos && pos < text.end);
  const found = [...ranges.values()].filter((range) => !isShown(range));
  for (const { pos, end, kind } of found.sort((one, other) => one.pos - other.pos)) {
    const { line, character: column } = source.getLineAndCharacterOfPosition(pos);
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const text = textOf(code.slice(pos, end));
    const last = comments.at(-1);
    if (isLine && last?.isLine && last.endLine === line - 1 && last.column === column) {
      last.text += ` ${text}`;
      last.endLine = line;
    } else comments.push({ line, endLine: line, column, isLine, text });
  }
  return comments.map(({ line, text }) => ({ line: line + 1, text }));
}

function textOf(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join(' ')
    .trim();
}

/** Returns the names that a file declares or uses. */
export function namesOf(source: ts.SourceFile): { readonly line: number; readonly name: string }[] {
  const names: { line: number; name: string }[] = [];
  const collect = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      names.push({ line: line + 1, name: node.text });
    }
    ts.forEachChild(node, collect);
  };
  collect(source);
  return names;
}

export const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
