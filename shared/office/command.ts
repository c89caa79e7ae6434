import type * as z from 'zod';
import { refuseUnstorable } from './input.ts';

export const officeRoles = ['owner', 'tax', 'operations', 'branch', 'auditor', 'support'] as const;
export type OfficeRole = (typeof officeRoles)[number];

export interface OfficeCommand<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The kind; a query changes nothing except the office's own log. */
  readonly kind: 'query' | 'command';
  /** The roles that may use it; `anybody`: even without signing in. */
  readonly roles: 'anybody' | readonly OfficeRole[];
  readonly input: I;
  readonly output: O;
}

const make =
  (kind: OfficeCommand['kind']) =>
  <I extends z.ZodType, O extends z.ZodType>(
    definition: Omit<OfficeCommand<I, O>, 'kind'>,
  ): OfficeCommand<I, O> => ({ kind, ...definition, input: definition.input.superRefine(refuseUnstorable) });

export const query = make('query');
export const command = make('command');

/** The roles that may see documents and their amounts. */
export const readers = ['owner', 'tax', 'branch', 'auditor'] as const satisfies readonly OfficeRole[];
