import { type ESTree, type ParseResult, parseSync, Visitor } from 'vite';

/** A comment without its delimiters. Consecutive lines of `//` are one comment. */
export interface Comment {
  readonly line: number;
  readonly text: string;
}

/** A parsed file, whose positions are counted in `code`. */
export interface Source {
  readonly code: string;
  readonly parsed: ParseResult;
}

/** Parses a source file for `commentsOf` and `namesOf`. */
export function parseSource(file: string, code: string): Source {
  const parsed = parseSync(file, code);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`);
  return { code, parsed };
}

/** Returns the comments of a source file, as a parser finds them: never inside a string or a template. */
export function commentsOf({ code, parsed }: Source): Comment[] {
  const comments: { line: number; endLine: number; column: number; isLine: boolean; text: string }[] = [];
  const positionOf = positionsIn(code);
  for (const { type, start, end } of parsed.comments) {
    const { line, column } = positionOf(start);
    const isLine = type === 'Line';
    const text = textOf(code.slice(start, end));
    const last = comments.at(-1);
    if (isLine && last?.isLine && last.endLine === line - 1 && last.column === column) {
      last.text += ` ${text}`;
      last.endLine = line;
    } else comments.push({ line, endLine: positionOf(end).line, column, isLine, text });
  }
  return comments.map(({ line, text }) => ({ line, text }));
}

/**
 * Returns a function that finds the line, counted from 1, and the column of a place. It must be called with ascending
 * places.
 */
function positionsIn(code: string): (at: number) => { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  return (at) => {
    for (let end = code.indexOf('\n', start); end !== -1 && end < at; end = code.indexOf('\n', start)) {
      line += 1;
      start = end + 1;
    }
    return { line, column: at - start };
  };
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
export function namesOf({ code, parsed }: Source): { readonly line: number; readonly name: string }[] {
  const found: { at: number; name: string }[] = [];
  const collect = (node: unknown) => {
    if (Array.isArray(node)) for (const each of node) collect(each);
    else if (typeof node === 'object' && node !== null) {
      const { type, name, start } = node as { type?: unknown; name?: unknown; start?: unknown };
      if (/^(JSX|Private)?Identifier$/.test(String(type)))
        found.push({ at: Number(start), name: String(name) });
      for (const each of Object.values(node)) collect(each);
    }
  };
  collect(parsed.program);
  const positionOf = positionsIn(code);
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, name }) => ({ line: positionOf(at).line, name }));
}

/** Returns the titles of a file's tests and of their groups; in place of a value, a title has "…". */
export function titlesOf({ code, parsed }: Source): { readonly line: number; readonly text: string }[] {
  const found: { start: number; text: string }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      let root: ESTree.Expression = callee;
      while (root.type === 'CallExpression' || root.type === 'MemberExpression')
        root = root.type === 'CallExpression' ? root.callee : root.object;
      if (root.type !== 'Identifier' || !/^(test|it|describe)$/.test(root.name)) return;
      if (title?.type === 'Literal' && typeof title.value === 'string')
        found.push({ start: title.start, text: title.value });
      else if (title?.type === 'TemplateLiteral')
        found.push({ start: title.start, text: title.quasis.map(({ value }) => value.cooked).join('…') });
    },
  }).visit(parsed.program);
  const positionOf = positionsIn(code);
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, text }) => ({ line: positionOf(start).line, text }));
}

/** Returns the names of the variables, parameters and functions that a file declares. */
export function declaredIn({ code, parsed }: Source): { readonly line: number; readonly name: string }[] {
  const found: { start: number; name: string }[] = [];
  const addAll = (params: readonly ESTree.ParamPattern[]) => {
    for (const param of params) add(param);
  };
  function add(pattern: ESTree.ParamPattern | null): void {
    if (pattern === null) return;
    if (pattern.type === 'Identifier') found.push({ start: pattern.start, name: pattern.name });
    else if (pattern.type === 'AssignmentPattern') add(pattern.left);
    else if (pattern.type === 'RestElement') add(pattern.argument);
    else if (pattern.type === 'TSParameterProperty') add(pattern.parameter);
    else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) add(element);
    else
      for (const property of pattern.properties)
        add(property.type === 'RestElement' ? property.argument : property.value);
  }
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration({ id, params }) {
      add(id);
      addAll(params);
    },
    FunctionExpression: ({ params }) => addAll(params),
    ArrowFunctionExpression: ({ params }) => addAll(params),
    TSMethodSignature: ({ params }) => addAll(params),
    TSFunctionType: ({ params }) => addAll(params),
  }).visit(parsed.program);
  const positionOf = positionsIn(code);
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, name }) => ({ line: positionOf(start).line, name }));
}

/** Returns the functions of a file that have a body, with their first line and the number of their lines. */
export function functionsOf({ code, parsed }: Source): { readonly line: number; readonly lines: number }[] {
  const found: { start: number; end: number }[] = [];
  const add = ({ start, end }: { start: number; end: number }) => void found.push({ start, end });
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parsed.program);
  const positionOf = positionsIn(code);
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, end }) => ({
      line: positionOf(start).line,
      lines: code.slice(start, end).split('\n').length,
    }));
}

export const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
