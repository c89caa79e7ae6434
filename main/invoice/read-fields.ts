import { fail, type Issue } from '../../shared/failure.ts';
import { Exact, type Halalas, roundToHalalas } from '../../shared/money.ts';
import type { XmlTree } from '../xml/tree.ts';

/** A decimal as XML writes it: `285`, `00.00`, `.5`. */
const decimalPattern = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** Elements below another, on a path such as `cac:TaxTotal/cac:TaxSubtotal`. */
export function elements(tree: XmlTree, path: string): XmlTree[] {
  let found = [tree];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The first of them. */
export function elementAt(tree: XmlTree, path: string): XmlTree | undefined {
  return elements(tree, path)[0];
}

/** Its text as it stands; undefined where there is no such element. */
export function textAt(tree: XmlTree, path: string): string | undefined {
  return elementAt(tree, path)?.text;
}

/** Reads fields that must be there and takes down each that is not. */
export class FieldReader {
  readonly #issues: Issue[] = [];

  /** Text without blanks around it; empty where it is missing. */
  text(tree: XmlTree, path: string): string {
    const text = textAt(tree, path)?.trim();
    if (text === undefined || text === '') this.#refuse(tree, path, 'missing', 'is missing');
    return text ?? '';
  }

  /** An amount in hundredths; 0 where it is missing or has more decimals than two. */
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

  /** A percentage with two decimals; `0.00` where it is missing. */
  rate(tree: XmlTree, path: string): string {
    const text = textAt(tree, path)?.trim() ?? '0';
    if (decimalPattern.test(text)) return new Exact(text).toFixed(2);
    this.#refuse(tree, path, 'not-a-number', 'is no number');
    return '0.00';
  }

  /** One of a few words; the first where it is none of them. */
  oneOf<const T extends readonly [string, ...string[]]>(tree: XmlTree, path: string, words: T): T[number] {
    const text = this.text(tree, path);
    const word = words.find((each) => each === text);
    if (word === undefined && text !== '')
      this.#refuse(tree, path, 'invalid_value', `must be one of ${words.join(', ')}`);
    return word ?? words[0];
  }

  /** @throws FailureError `bad-input` with all that was taken down */
  done(): void {
    if (this.#issues.length > 0) fail('bad-input', { issues: this.#issues });
  }

  #missing(tree: XmlTree, path: string): Halalas {
    this.#refuse(tree, path, 'missing', 'is missing');
    return 0;
  }

  #refuse(tree: XmlTree, path: string, code: string, message: string): void {
    this.#issues.push({ path: ['xml', tree.name, ...path.split('/')], code, message });
  }
}
