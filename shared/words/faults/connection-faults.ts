import type { ConnectionFault } from '../../connection-fault.ts';
import type { Language } from '../../values/language.ts';
import { ar } from '../ar/faults/connection-faults.ts';
import { en } from '../en/faults/connection-faults.ts';

export const connectionFaultWords: Readonly<Record<Language, Readonly<Record<ConnectionFault, string>>>> = {
  en,
  ar,
};
