import 'i18next';
import type { en } from './en.ts';

declare module 'i18next' {
  /** Makes a wrong key of `t` a type error. */
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
