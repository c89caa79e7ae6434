import { fail, type Issue } from '../../../../shared/failure.ts';
import { Exact, type Halalas, roundToHalalas } from '../../../../shared/values/money.ts';
import type { XmlTree } from '../../xml/tree.ts';

/** A decimal as XML writes it: `285`, `00.00`, `.5`. */
const decimalPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Returns the elements on a path such as `cac:TaxTotal/cac:TaxSubtotal`. */
export function elements(tree: XmlTree, path: string): XmlTree[] {
  let found = [tree];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

export function elementAt(tree: XmlTree, path: string): XmlTree | undefined {
  const slash = path.indexOf('/');
  if (slash === -1) return tree.children.find(({ name }) => name === path);
  const [first, rest] = [path.slice(0, slash), path.slice(slash + 1)];
  for (const child of tree.children) {
    const found = child.name === first ? elementAt(child, rest) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the text of the first element on a path, unchanged; undefined if there is no such element. */
export function textAt(tree: XmlTree, path: string): string | undefined {
  return elementAt(tree, path)?.text;
}

/** The number of problems of a document that are recorded; a crafted one has millions, which would fill the memory. */
const mostIssues = 1_000;

export class FieldReader {
  readonly #issues: Issue[] = [];

  /** Returns the trimmed text; empty if it is missing. */
  text(tree: XmlTree, path: string): string {
    const text = textAt(tree, path)?.trim();
    if (text === undefined || text === '') this.#refuse(tree, path, 'missing', 'is missing');
    return text ?? '';
  }

  /** Returns an amount in hundredths; 0 if it is missing or has more than two decimals. */
  amount(tree: XmlTree, path: string): Halalas {
    return this.optionalAmount(tree, path) ?? this.#missing(tree, path);
  }

  optionalAmount(tree: XmlTree, path: string): Halalas | undefined {
    const text = textAt(tree, path)?.trim();
    if (text === undefined) return undefined;
    const value = decimalPattern.test(text) ? new Exact(text) : undefined;
    if (value !== undefined && value.decimalPlaces() <= 2 && value.abs().lessThan(10 ** 13))
      return roundToHalalas(value);
    this.#refuse(tree, path, 'not-an-amount', 'is no amount with two decimals');
    return 0;
  }

  /** Returns a percentage with two decimals; `0.00` if it is missing. */
  rate(tree: XmlTree, path: string): string {
    const text = textAt(tree, path)?.trim() ?? '0';
    if (decimalPattern.test(text)) return new Exact(text).toFixed(2);
    this.#refuse(tree, path, 'not-a-number', 'is no number');
    return '0.00';
  }

  /** Returns the text if it is one of the allowed words, otherwise the first allowed word. */
  oneOf<const T extends readonly [string, ...string[]]>(tree: XmlTree, path: string, words: T): T[number] {
    const text = this.text(tree, path);
    const word = words.find((each) => each === text);
    if (word === undefined && text !== '')
      this.#refuse(tree, path, 'invalid_value', `must be one of ${words.join(', ')}`);
    return word ?? words[0];
  }

  /** Refuses a document with unreadable fields. @throws FailureError `bad-input` with the recorded problems */
  done(): void {
    if (this.#issues.length > 0) fail('bad-input', { issues: this.#issues });
  }

  #missing(tree: XmlTree, path: string): Halalas {
    this.#refuse(tree, path, 'missing', 'is missing');
    return 0;
  }

  #refuse(tree: XmlTree, path: string, code: string, message: string): void {
    if (this.#issues.length < mostIssues)
      this.#issues.push({ path: ['xml', tree.name, ...path.split('/')], code, message });
  }
}
