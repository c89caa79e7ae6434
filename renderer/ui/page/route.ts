import { useSyncExternalStore } from 'react';
import { type ReportKind, reportKinds } from '../../../shared/contract/till/reports.ts';

/** The pages of the settings in their groups; the first page of a group is shown with it. */
export const settingsGroups = {
  shop: ['company', 'people', 'buyers'],
  devices: ['devices', 'printing'],
  tax: ['certificate', 'environments'],
  system: ['maintenance', 'integrations', 'updates', 'diagnosis', 'help', 'about'],
} as const;
const settingsPages = Object.values(settingsGroups).flat();
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

type Part = string | undefined;

/** Reads the parts of an address behind the name of its screen; an invoice is below the list of invoices. */
const readers: {
  readonly [Screen in Exclude<Route['screen'], 'invoice'>]: (first: Part, second: Part) => Route;
} = {
  sale: () => ({ screen: 'sale' }),
  return: (uuid, receipt) => ({ screen: 'return', uuid: uuid || undefined, receipt: decoded(receipt) }),
  shift: (number) => ({ screen: 'shift', number: Number(number) > 0 ? Number(number) : undefined }),
  today: () => ({ screen: 'today' }),
  reports: (report) => ({
    screen: 'reports',
    report: reportKinds.find((one) => one === report) ?? 'articles',
  }),
  month: () => ({ screen: 'month' }),
  activity: () => ({ screen: 'activity' }),
  invoices: (uuid, receipt) =>
    uuid ? { screen: 'invoice', uuid, receipt: decoded(receipt) } : { screen: 'invoices' },
  settings: (page, section) => ({
    screen: 'settings',
    page: settingsPages.find((one) => one === page) ?? settingsGroups.shop[0],
    section: integrationSections.find((one) => one === section),
  }),
  articles: (page) => ({ screen: 'articles', page: articlePages.find((one) => one === page) ?? 'list' }),
  article: (id) => ({ screen: 'article', id: id || undefined }),
  setup: (environment) => ({
    screen: 'setup',
    environment: setupEnvironments.find((one) => one === environment),
  }),
};

/** Returns the screen of the address after `#`; an unknown address is the sale screen. */
export function routeOf(hash: string): Route {
  const [, screen = '', first, second] = hash.replace(/^#/, '').split('/');
  const isKnown = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);
  return isKnown(screen) ? readers[screen](first, second) : { screen: 'sale' };
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
  switch (route.screen) {
    case 'sale':
      return '#/';
    case 'today':
    case 'month':
    case 'activity':
    case 'invoices':
      return `#/${route.screen}`;
    case 'shift':
      return route.number === undefined ? '#/shift' : `#/shift/${route.number}`;
    case 'reports':
      return `#/reports/${route.report}`;
    case 'setup':
      return route.environment ? `#/setup/${route.environment}` : '#/setup';
    case 'settings':
      return `#/settings/${route.page}${route.section === undefined ? '' : `/${route.section}`}`;
    case 'articles':
      return `#/articles/${route.page}`;
    case 'article':
      return route.id ? `#/article/${route.id}` : '#/article';
    case 'return':
      return route.uuid ? `#/return/${route.uuid}${withReceipt(route)}` : '#/return';
    case 'invoice':
      return `#/invoices/${route.uuid}${withReceipt(route)}`;
  }
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
