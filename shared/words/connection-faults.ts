import type { ConnectionFault } from '../connection-fault.ts';
import { ar } from './ar/connection-faults.ts';
import { en } from './en/connection-faults.ts';
import type { Language } from './language.ts';

/** The reasons for a failed connection, with advice. */
export const connectionFaultWords: Readonly<Record<Language, Readonly<Record<ConnectionFault, string>>>> = {
  en,
  ar,
};
