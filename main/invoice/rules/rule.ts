import type { Issue } from '../../../shared/failure.ts';
import type { RuleId } from '../../../shared/words/rule-ids.ts';
import type { Invoice } from '../invoice.ts';

/** Errors make the authority reject a document; with warnings it accepts it and says so. */
export type Severity = 'error' | 'warning';

/** What rules need to know of a document beside its invoice. */
export interface RuleContext {
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** The number a person reads (BT-1); rules on it are passed over where it is not known yet. */
  readonly number?: string | undefined;
}

/** One place that breaks a rule. */
export interface Breach {
  /** The way to the field in the sale, or under `company` in the settings; [] where no single field is to blame. */
  readonly path: Issue['path'];
  /** For the rule's words. */
  readonly params?: Issue['params'];
  /** Where a rule that only warns cannot be evaluated: the authority's program breaks off and rejects. */
  readonly severity?: Severity;
}

export type Check = (invoice: Invoice, context: RuleContext) => readonly Breach[];

/** One rule of the authority under its official id, over the invoice and what its document will say. */
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

/** Shared by all rules that hold: a sale that breaks nothing makes no garbage. */
export const holds: readonly Breach[] = [];

export function breach(
  path: Issue['path'],
  params?: Issue['params'],
  severity?: Severity,
): readonly [Breach] {
  return [{ path, ...(params && { params }), ...(severity && { severity }) }];
}

/** A breach for each item that is broken. */
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
