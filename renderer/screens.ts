import { lazy } from 'react';

/*
 * The screens that are loaded after the first one: a start waits for the sale screen alone.
 */

const article = async () => ({ default: (await import('./articles/article-screen.tsx')).ArticleScreen });
const articles = async () => ({ default: (await import('./articles/articles-screen.tsx')).ArticlesScreen });
const invoice = async () => ({
  default: (await import('./invoices/document/invoice-screen.tsx')).InvoiceScreen,
});
const invoices = async () => ({ default: (await import('./invoices/invoices-screen.tsx')).InvoicesScreen });
const goodsBack = async () => ({ default: (await import('./return/return-screen.tsx')).ReturnScreen });
const settings = async () => ({ default: (await import('./settings/settings-screen.tsx')).SettingsScreen });
const setup = async () => ({ default: (await import('./setup/setup-screen.tsx')).SetupScreen });
const shift = async () => ({ default: (await import('./shift/shift-screen.tsx')).ShiftScreen });

export const ArticleScreen = lazy(article);
export const ArticlesScreen = lazy(articles);
export const InvoiceScreen = lazy(invoice);
export const InvoicesScreen = lazy(invoices);
export const ReturnScreen = lazy(goodsBack);
export const SettingsScreen = lazy(settings);
export const SetupScreen = lazy(setup);
export const ShiftScreen = lazy(shift);

/** Loads them one after the other, so that each opens at once; a screen that is asked for earlier loads at once. */
export async function loadScreens(): Promise<void> {
  for (const load of [invoices, invoice, goodsBack, shift, articles, article, settings, setup]) await load();
}
