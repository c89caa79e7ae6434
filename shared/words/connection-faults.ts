import type { ConnectionFault } from '../connection-fault.ts';
import { ar } from './ar/connection-faults.ts';
import { en } from './en/connection-faults.ts';
import type { Language } from './language.ts';

/** Why a connection could not be made, and what to do. */
export const connectionFaultWords: Readonly<Record<Language, Readonly<Record<ConnectionFault, string>>>> = {
  en,
  ar,
};
