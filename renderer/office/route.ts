import { useSyncExternalStore } from 'react';
import type { DocumentKey } from '../../shared/office/documents.ts';

/** The screens, as the address names them: `#tills`, `#till/12`, `#document/12.1.4044`. */
export const officeScreens = [
  'tills',
  'documents',
  'vat',
  'archive',
  'alarms',
  'orders',
  'onboarding',
  'people',
  'log',
] as const;
export type OfficeScreen = (typeof officeScreens)[number];

export type OfficeRoute =
  | { readonly screen: OfficeScreen }
  | { readonly screen: 'till'; readonly device: number }
  | ({ readonly screen: 'document' } & DocumentKey)
  | { readonly screen: 'invitation'; readonly link: string };

export function routeOf(hash: string): OfficeRoute {
  const [, device] = /^#till\/(\d{1,9})$/.exec(hash) ?? [];
  if (device !== undefined) return { screen: 'till', device: Number(device) };
  const [, till, generation, icv] = /^#document\/(\d{1,9})\.(\d{1,4})\.(\d{1,15})$/.exec(hash) ?? [];
  if (till !== undefined)
    return { screen: 'document', device: Number(till), generation: Number(generation), icv: Number(icv) };
  const [, link] = /^#invitation=(.{1,200})$/.exec(hash) ?? [];
  if (link !== undefined) return { screen: 'invitation', link };
  return { screen: officeScreens.find((screen) => hash === `#${screen}`) ?? 'tills' };
}

export function addressOf(route: Exclude<OfficeRoute, { screen: 'invitation' }>): string {
  if (route.screen === 'till') return `#till/${route.device}`;
  if (route.screen === 'document') return `#document/${route.device}.${route.generation}.${route.icv}`;
  return `#${route.screen}`;
}

/** Removes an invitation's link from the address, where the next person would find it. */
export function leaveInvitation(): void {
  history.replaceState(null, '', '#tills');
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function follow(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useOfficeRoute(): OfficeRoute {
  return routeOf(useSyncExternalStore(follow, () => location.hash));
}
