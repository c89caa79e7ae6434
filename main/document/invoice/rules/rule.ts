import type { Issue } from '../../../../shared/failure.ts';
import type { RuleId } from '../../../../shared/words/faults/rules.ts';
import type { Invoice } from '../invoice.ts';

/** Errors make the authority reject a document; with warnings it accepts the document and reports them. */
export type Severity = 'error' | 'warning';

export interface RuleContext {
  /** The time in milliseconds since 1970. */
  readonly issuedAt: number;
  /** The number for people (BT-1); rules on it are skipped while it is unknown. */
  readonly number?: string | undefined;
}

export interface Breach {
  /** The path to the field in the sale, or under `company` in the settings; [] if no single field is the cause. */
  readonly path: Issue['path'];
  readonly params?: Issue['params'];
  /** Set when a warning rule cannot be evaluated: the authority's program fails and rejects the document. */
  readonly severity?: Severity;
}

export type Check = (invoice: Invoice, context: RuleContext) => readonly Breach[];

/** One rule of the authority under its official id, applied to the invoice and its future document. */
export interface Rule {
  readonly id: RuleId;
  readonly severity: Severity;
  readonly check: Check;
}

export interface Violation extends Breach {
  readonly id: RuleId;
  readonly severity: Severity;
}

export function error(id: RuleId, check: Check): Rule {
  return { id, severity: 'error', check };
}

export function warning(id: RuleId, check: Check): Rule {
  return { id, severity: 'warning', check };
}

/** The empty result, shared by all satisfied rules, so that a valid sale allocates nothing. */
export const holds: readonly Breach[] = [];

export function breach(
  path: Issue['path'],
  params?: Issue['params'],
  severity?: Severity,
): readonly [Breach] {
  return [{ path, ...(params && { params }), ...(severity && { severity }) }];
}

export function each<T>(
  items: readonly T[],
  broken: (item: T, index: number) => boolean,
  path: (item: T, index: number) => Issue['path'],
  params?: Issue['params'],
): readonly Breach[] {
  let breaches: Breach[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as T;
    if (!broken(item, index)) continue;
    breaches ??= [];
    breaches.push(...breach(path(item, index), params));
  }
  return breaches ?? holds;
}
