import { isUtf8 } from 'node:buffer';

/*
 * Reads the content of a stamped document with a second reader, which uses no parser, canonicaliser or module of the
 * program. Two documents with the same normal form are the same document, and only such a document may pass for the
 * stamped one.
 */

interface Element {
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly string[];
  /** The namespace declarations on the element itself. */
  readonly declared: ReadonlyMap<string, string>;
  readonly children: Node[];
}
type Node = Element | string | { readonly instruction: string } | { readonly comment: string };

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';
const aggregate = `${ubl}CommonAggregateComponents-2`;
const space = '[ \\t\\r\\n]';
const name = '[A-Za-z_\\u0080-\\u{10ffff}][\\w.\\-\\u0080-\\u{10ffff}]*';
const tagPattern = new RegExp(
  `^<(/?)(?:(${name}):)?(${name})((?:${space}+(?:${name}:)?${name}${space}*=${space}*(?:"[^"<]*"|'[^'<]*'))*)${space}*(/?)>`,
  'u',
);
const attributePattern = new RegExp(
  `(?:(${name}):)?(${name})${space}*=${space}*(?:"([^"<]*)"|'([^'<]*)')`,
  'gu',
);
const allowedCharacters = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/**
 * Returns the content of a document in one form.
 * @throws Error for bytes that are not such a document, or not plain XML 1.0 in UTF-8
 */
export function normalForm(xml: Uint8Array): string {
  const { root, around } = parse(xml);
  if (root.local !== 'Invoice' || root.uri !== `${ubl}Invoice-2`) throw new Error('another root');
  const isBlock = (node: Node): node is Element =>
    isElement(node) &&
    ((node.local === 'UBLExtensions' && node.uri === `${ubl}CommonExtensionComponents-2`) ||
      (node.uri === aggregate &&
        (node.local === 'Signature' || (node.local === 'AdditionalDocumentReference' && isQr(node)))));
  const hashed = { ...root, children: root.children.filter((node) => !isBlock(node)) };
  return [
    around.map(hashedForm(new Map([['', '']]))).join(''),
    hashedForm(new Map([['', '']]))(hashed),
    root.children
      .filter(isElement)
      .map(({ uri, local }) => `${uri} ${local}`)
      .join(),
    ...root.children.filter(isBlock).map(stampForm),
  ].join('\n=====\n');
}

const isElement = (node: Node): node is Element => typeof node === 'object' && 'local' in node;

function isQr({ children }: Element): boolean {
  return children.some((node) => isElement(node) && node.local === 'ID' && textOf(node) === 'QR');
}

const textOf = ({ children }: Element): string =>
  children.map((node) => (typeof node === 'string' ? node : isElement(node) ? textOf(node) : '')).join('');

/** Returns the form that the hash covers, in which prefixes and declarations count but comments do not. */
function hashedForm(scope: ReadonlyMap<string, string>): (node: Node) => string {
  return (node) => {
    if (typeof node === 'string') return JSON.stringify(node).slice(1, -1);
    if ('comment' in node) return '';
    if ('instruction' in node) return `{?${node.instruction}}`;
    const inner = new Map([...scope, ...node.declared]);
    const declared = [...node.declared].filter(([prefix, uri]) => scope.get(prefix) !== uri);
    const head = [`${node.prefix}:${node.local}`, ...declared.map(String).toSorted(), ...node.attributes];
    return `{${head.join(' ')}|${node.children.map(hashedForm(inner)).join('')}}`;
  };
}

/**
 * Returns the form that the stamp's reader sees, in which prefixes and the white space between elements do not count
 * but comments do.
 */
function stampForm(node: Node): string {
  if (typeof node === 'string') return JSON.stringify(node);
  if ('comment' in node) return `{!${node.comment}}`;
  if ('instruction' in node) return `{?${node.instruction}}`;
  if (node.local === 'SignedProperties') return propertiesForm(new Map([['', '']]))(node);
  const holdsElements = node.children.some(isElement);
  const children = node.children.filter(
    (child) => !(holdsElements && typeof child === 'string' && /^[ \t\r\n]*$/.test(child)),
  );
  return `{${node.uri} ${node.local} ${node.attributes}|${children.map(stampForm).join('')}}`;
}

/** Returns the form that the properties' own digest covers, in which every byte counts. */
function propertiesForm(scope: ReadonlyMap<string, string>): (node: Node) => string {
  return (node) => {
    if (!isElement(node)) return stampForm(node);
    const namespaces = new Map([[node.prefix, node.uri], ...node.declared]);
    const declared = [...namespaces].filter(([prefix, uri]) => scope.get(prefix) !== uri);
    const inner = new Map([...scope, ...namespaces]);
    const head = [`${node.prefix}:${node.local}`, ...declared.map(String), ...node.attributes];
    return `{${head.join(' ')}|${node.children.map(propertiesForm(inner)).join('')}}`;
  };
}

function parse(xml: Uint8Array): { root: Element; around: Node[] } {
  if (!isUtf8(xml)) throw new Error('no UTF-8');
  const text = Buffer.from(xml)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n');
  if (!allowedCharacters.test(text)) throw new Error('a character that XML does not know');
  const declaration = /^<\?xml[ \t\n][^?]*\?>/.exec(text)?.[0] ?? '';
  const declarationForm =
    /^(<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.0\2([ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[Uu][Tt][Ff]-8\4)?([ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(yes|no)\6)?[ \t\n]*\?>)?$/;
  if (!declarationForm.test(declaration)) throw new Error('a declaration of something else');

  const around: Node[] = [];
  let root: Element | undefined;
  const open: { element: Element; tag: string; scope: ReadonlyMap<string, string> }[] = [];
  const add = (node: Node) => {
    const into = open.at(-1)?.element.children;
    if (into !== undefined) {
      const last = into.at(-1);
      if (typeof node === 'string' && typeof last === 'string') into[into.length - 1] = last + node;
      else if (node !== '') into.push(node);
    } else if (typeof node !== 'string') around.push(node);
    else if (/[^ \t\n]/.test(node)) throw new Error('text outside');
  };

  for (let at = declaration.length; at < text.length; ) {
    const rest = text.slice(at, at + 20_000);
    const special =
      /^<!--((?:(?!--)[\s\S])*)-->/.exec(rest) ??
      /^<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/.exec(rest) ??
      /^<\?([^ \t\n?]+)((?:(?!\?>)[\s\S])*)\?>/.exec(rest);
    if (special !== null) {
      const [whole, content = '', data = ''] = special;
      at += whole.length;
      if (whole.startsWith('<!--')) add({ comment: content });
      else if (whole.startsWith('<!')) {
        if (open.length === 0) throw new Error('text outside');
        add(content);
      } else {
        if (content.toLowerCase() === 'xml' || content.includes(':'))
          throw new Error('a declaration elsewhere');
        if (data !== '' && !/^[ \t\n]/.test(data)) throw new Error('no instruction');
        add({ instruction: `${content} ${data.trimStart()}` });
      }
      continue;
    }
    if (!rest.startsWith('<')) {
      const [run = ''] = /^[^<]+/.exec(text.slice(at)) ?? [];
      if (run.includes(']]>')) throw new Error('an end of nothing');
      at += run.length;
      add(open.length === 0 ? run : resolve(run));
      continue;
    }
    const found = tagPattern.exec(rest);
    if (found === null) throw new Error('no tag');
    const [whole, closing, prefix = '', local = '', attributes = '', empty] = found;
    at += whole.length;
    if (closing === '/') {
      if (attributes !== '' || empty !== '' || open.pop()?.tag !== `${prefix}:${local}`)
        throw new Error('no end');
      continue;
    }
    const { element, scope } = makeElement(prefix, local, attributes, open.at(-1)?.scope ?? new Map());
    add(element);
    if (open.length === 0) {
      if (root !== undefined) throw new Error('two roots');
      root = element;
      around.pop();
    }
    if (empty === '') open.push({ element, tag: `${prefix}:${local}`, scope });
  }
  if (open.length > 0 || root === undefined) throw new Error('it ends too early');
  return { root, around };
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

function makeElement(prefix: string, local: string, text: string, outer: ReadonlyMap<string, string>) {
  const [declared, plain] = [new Map<string, string>(), [] as [string, string, string][]];
  const seen = new Set<string>();
  for (const [, before = '', last = '', double, single] of text.matchAll(attributePattern)) {
    // A literal line end or tab counts as a space.
    const value = resolve((double ?? single ?? '').replaceAll(/[\t\n]/g, ' '));
    if (seen.has(`${before}:${last}`)) throw new Error('an attribute twice');
    seen.add(`${before}:${last}`);
    const declares = before === 'xmlns' ? last : before === '' && last === 'xmlns' ? '' : undefined;
    if (declares === undefined) plain.push([before, last, value]);
    else {
      if (declares === 'xmlns' || value === 'http://www.w3.org/2000/xmlns/') throw new Error('xmlns itself');
      if ((declares === 'xml') !== (value === xmlNamespace)) throw new Error('xml itself');
      if (declares !== '' && value === '') throw new Error('an empty namespace');
      declared.set(declares, value);
    }
  }
  const scope = new Map([...outer, ...declared]);
  const uriOf = (of: string) => {
    const uri = of === 'xml' ? xmlNamespace : scope.get(of);
    if (uri === undefined && of !== '') throw new Error('an unknown prefix');
    return uri ?? '';
  };
  const attributes = plain.map(([before, last, value]) =>
    JSON.stringify([before === '' ? '' : uriOf(before), before, last, value]),
  );
  const names = plain.map(([before, last]) => `${before === '' ? '' : uriOf(before)} ${last}`);
  if (new Set(names).size !== names.length) throw new Error('an attribute twice');
  const element: Element = {
    prefix,
    local,
    uri: uriOf(prefix),
    attributes: attributes.toSorted(),
    declared,
    children: [],
  };
  return { element, scope };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function resolve(text: string): string {
  return text.replaceAll(/&([^;&]{0,12};?)/g, (_whole, reference: string) => {
    const [, decimal, hex] = /^#(?:(\d+)|x([\dA-Fa-f]+));$/.exec(reference) ?? [];
    if (decimal === undefined && hex === undefined) {
      const character = reference.endsWith(';') ? entities[reference.slice(0, -1)] : undefined;
      if (character === undefined) throw new Error('an unknown entity');
      return character;
    }
    const character = String.fromCodePoint(
      decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal),
    );
    if (!allowedCharacters.test(character)) throw new Error('a character that XML does not know');
    return character;
  });
}
