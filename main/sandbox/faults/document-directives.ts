import { FailureError } from '../../../shared/failure.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import type { SandboxContext } from '../context.ts';
import type { Interface } from '../store/document-store.ts';
import { type Fault, type FaultKind, type FaultOf, parseFault } from './faults.ts';

/*
 * The directives for one document: those in force, and in training also the directive in the name of one of its lines.
 * The real authority treats such a name as a plain name, and so does the sandbox when it imitates another environment.
 */

export const testPrefix = 'khatm-test:';
/** Matches the prefix and the name in letters of any case, since a till may write item names in capitals. */
const prefixForm = new RegExp(testPrefix, 'i');

export const testDirectives = ['reject', 'warn', 'park', 'slow', 'drop', 'clearance-off'] as const;
export type TestDirective = (typeof testDirectives)[number];

export function directivesFor(
  { faults, play }: Pick<SandboxContext, 'faults' | 'play'>,
  where: Interface,
  xml: Buffer,
) {
  let names: readonly string[] | undefined;
  const isMarked = (mark: string) => {
    names ??= lineNames(xml);
    return names.some((name) => name.includes(mark));
  };
  const mayCarry = play.environment === 'training' && prefixForm.test(xml.toString('latin1'));
  const carried = mayCarry ? lineNames(xml).flatMap(carriedBy) : [];
  const directiveFor = <K extends FaultKind>(kind: K) =>
    carried.find(({ fault }) => fault?.kind === kind)?.fault as FaultOf<K> | undefined;

  return {
    directiveFor,
    /** Returns the directive of this kind for the document, and counts it as used once. */
    take: <K extends FaultKind>(kind: K) =>
      faults.take(kind, where, ({ mark }) => mark === undefined || isMarked(mark)) ?? directiveFor(kind),
    /** An unknown test value in the document. */
    unknown: carried.find(({ fault }) => fault === undefined)?.text,
  };
}

export type DocumentDirectives = ReturnType<typeof directivesFor>;

function lineNames(xml: Buffer): string[] {
  try {
    return readInvoice(xml).lines.map(({ name }) => name);
  } catch (error) {
    if (error instanceof FailureError) return [];
    throw error;
  }
}

function carriedBy(name: string): { text: string; fault: Fault | undefined }[] {
  const at = name.search(prefixForm);
  if (at === -1) return [];
  const [text = ''] = name
    .slice(at + testPrefix.length)
    .trim()
    .split(/\s/, 1);
  return [{ text, fault: faultOf(text) }];
}

function faultOf(text: string): Fault | undefined {
  try {
    const fault = parseFault(text.replace(/^[^=]*/, (name) => name.toLowerCase()));
    const { kind, on, times, mark } = fault;
    const isPlain = on === undefined && times === undefined && mark === undefined;
    return isPlain && testDirectives.some((each) => each === kind) ? fault : undefined;
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
