import type { ConnectionFault } from '../connection-fault.ts';
import type { Language } from '../language.ts';
import { ar } from './ar/connection-faults.ts';
import { en } from './en/connection-faults.ts';

export const connectionFaultWords: Readonly<Record<Language, Readonly<Record<ConnectionFault, string>>>> = {
  en,
  ar,
};
