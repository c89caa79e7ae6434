import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly screen: 'sale' }
  | { readonly screen: 'invoices' }
  | { readonly screen: 'invoice'; readonly uuid: string };

/** The address after `#`; anything unknown is the sale screen. */
export function routeOf(hash: string): Route {
  const [, area, uuid] = hash.replace(/^#/, '').split('/');
  if (area !== 'invoices') return { screen: 'sale' };
  return uuid ? { screen: 'invoice', uuid } : { screen: 'invoices' };
}

export function hashOf(route: Route): string {
  if (route.screen === 'sale') return '#/';
  return route.screen === 'invoices' ? '#/invoices' : `#/invoices/${route.uuid}`;
}

export function go(route: Route): void {
  window.location.hash = hashOf(route);
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.hash));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
