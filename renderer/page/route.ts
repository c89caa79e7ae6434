import { useSyncExternalStore } from 'react';
import { type ReportKind, reportKinds } from '../../shared/contract/reports.ts';

export const settingsPages = [
  'certificate',
  'environments',
  'company',
  'buyers',
  'people',
  'printing',
  'devices',
  'maintenance',
  'updates',
  'integrations',
  'diagnosis',
  'help',
  'about',
] as const;
export type SettingsPage = (typeof settingsPages)[number];

/** The pages within the settings page `integrations`; without a section it shows their list. */
export const integrationSections = [
  'approvals',
  'api',
  'programs',
  'folder',
  'webhooks',
  'deliveries',
  'inbound',
  'remote',
  'remoteInvoices',
] as const;
export type IntegrationSection = (typeof integrationSections)[number];

/** The environments with a set-up of their own; training sets itself up. */
export const setupEnvironments = ['simulation', 'production'] as const;
export type SetupEnvironment = (typeof setupEnvironments)[number];

export const articlePages = ['list', 'groups', 'proposals', 'files', 'labels'] as const;
export type ArticlePage = (typeof articlePages)[number];

export type Route =
  | { readonly screen: 'sale' }
  /**
   * The return of a document; without a UUID the document must still be found. `receipt`: the code of the receipt that
   * led there, as scanned or typed.
   */
  | {
      readonly screen: 'return';
      readonly uuid?: string | undefined;
      readonly receipt?: string | undefined;
    }
  /** The drawer; with a number the report of that closed shift. */
  | { readonly screen: 'shift'; readonly number?: number | undefined }
  | { readonly screen: 'today' }
  | { readonly screen: 'reports'; readonly report: ReportKind }
  | { readonly screen: 'month' }
  | { readonly screen: 'activity' }
  | { readonly screen: 'invoices' }
  | { readonly screen: 'invoice'; readonly uuid: string; readonly receipt?: string | undefined }
  | {
      readonly screen: 'settings';
      readonly page: SettingsPage;
      readonly section?: IntegrationSection | undefined;
    }
  | { readonly screen: 'articles'; readonly page: ArticlePage }
  /** One article; a new one without an id. */
  | { readonly screen: 'article'; readonly id?: string | undefined }
  /** The set-up, of a given environment or of the current one. */
  | { readonly screen: 'setup'; readonly environment?: SetupEnvironment | undefined };

/** Returns the screen of the address after `#`; an unknown address is the sale screen. */
export function routeOf(hash: string): Route {
  const [, area, uuid, section] = hash.replace(/^#/, '').split('/');
  if (area === 'setup')
    return { screen: 'setup', environment: setupEnvironments.find((one) => one === uuid) };
  if (area === 'settings')
    return {
      screen: 'settings',
      page: settingsPages.find((page) => page === uuid) ?? 'certificate',
      section: integrationSections.find((one) => one === section),
    };
  if (area === 'articles')
    return { screen: 'articles', page: articlePages.find((page) => page === uuid) ?? 'list' };
  if (area === 'article') return { screen: 'article', id: uuid || undefined };
  if (area === 'return') return { screen: 'return', uuid: uuid || undefined, receipt: decoded(section) };
  if (area === 'shift') return { screen: 'shift', number: Number(uuid) > 0 ? Number(uuid) : undefined };
  if (area === 'today') return { screen: 'today' };
  if (area === 'month') return { screen: 'month' };
  if (area === 'activity') return { screen: 'activity' };
  if (area === 'reports')
    return { screen: 'reports', report: reportKinds.find((one) => one === uuid) ?? 'articles' };
  if (area !== 'invoices') return { screen: 'sale' };
  return uuid ? { screen: 'invoice', uuid, receipt: decoded(section) } : { screen: 'invoices' };
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part ? decodeURIComponent(part) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the end of an address that names the code of a receipt. */
const withReceipt = ({ receipt }: { readonly receipt?: string | undefined }) =>
  receipt === undefined ? '' : `/${encodeURIComponent(receipt)}`;

export function hashOf(route: Route): string {
  if (route.screen === 'sale') return '#/';
  if (route.screen === 'shift') return route.number === undefined ? '#/shift' : `#/shift/${route.number}`;
  if (route.screen === 'today' || route.screen === 'month' || route.screen === 'activity')
    return `#/${route.screen}`;
  if (route.screen === 'reports') return `#/reports/${route.report}`;
  if (route.screen === 'setup') return route.environment ? `#/setup/${route.environment}` : '#/setup';
  if (route.screen === 'settings')
    return `#/settings/${route.page}${route.section === undefined ? '' : `/${route.section}`}`;
  if (route.screen === 'articles') return `#/articles/${route.page}`;
  if (route.screen === 'article') return route.id ? `#/article/${route.id}` : '#/article';
  if (route.screen === 'return')
    return route.uuid ? `#/return/${route.uuid}${withReceipt(route)}` : '#/return';
  return route.screen === 'invoices' ? '#/invoices' : `#/invoices/${route.uuid}${withReceipt(route)}`;
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
