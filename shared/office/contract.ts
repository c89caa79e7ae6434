import type * as z from 'zod';
import { alarms } from './alarms.ts';
import { archive } from './archive.ts';
import type { OfficeCommand } from './command.ts';
import { documents, vat } from './documents.ts';
import type { OfficeFailure } from './failure.ts';
import { notices } from './notices.ts';
import { onboarding } from './onboarding.ts';
import { orders } from './orders.ts';
import { log, people, places, session } from './people.ts';
import { tills } from './tills.ts';

export const officeContract = {
  ...session,
  ...people,
  ...places,
  ...log,
  ...tills,
  ...documents,
  ...vat,
  ...alarms,
  ...archive,
  ...notices,
  ...onboarding,
  ...orders,
};

type Contract = typeof officeContract;
export type OfficeName = keyof Contract;
/** The input in the form that a screen writes. */
export type OfficeInput<N extends OfficeName> = z.input<Contract[N]['input']>;
export type OfficeParsed<N extends OfficeName> = z.output<Contract[N]['input']>;
export type OfficeOutput<N extends OfficeName> = z.output<Contract[N]['output']>;

/** The office's answer, as it crosses the network. */
export type OfficeAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: OfficeFailure };

export function isOfficeName(name: unknown): name is OfficeName {
  return typeof name === 'string' && Object.hasOwn(officeContract, name);
}

export const officeCommandOf = (name: OfficeName): OfficeCommand => officeContract[name];
