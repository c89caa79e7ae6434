import { type ComponentType, lazy, Suspense, useState } from 'react';

/*
 * The screens that are loaded after the first one: a start waits for the sale screen alone.
 */

const activity = async () => (await import('./today/activity-screen.tsx')).ActivityScreen;
const article = async () => (await import('./articles/article-screen.tsx')).ArticleScreen;
const articles = async () => (await import('./articles/articles-screen.tsx')).ArticlesScreen;
const invoice = async () => (await import('./invoices/document/invoice-screen.tsx')).InvoiceScreen;
const invoices = async () => (await import('./invoices/invoices-screen.tsx')).InvoicesScreen;
const goodsBack = async () => (await import('./return/return-screen.tsx')).ReturnScreen;
const settings = async () => (await import('./settings/settings-screen.tsx')).SettingsScreen;
const setup = async () => (await import('./setup/setup-screen.tsx')).SetupScreen;
const today = async () => (await import('./today/today-screen.tsx')).TodayScreen;
const reports = async () => (await import('./today/reports-screen.tsx')).ReportsScreen;
const month = async () => (await import('./today/month-screen.tsx')).MonthScreen;
const shift = async () => (await import('./shift/shift-screen.tsx')).ShiftScreen;

export const ActivityScreen = later(activity);
export const ArticleScreen = later(article);
export const ArticlesScreen = later(articles);
export const InvoiceScreen = later(invoice);
export const InvoicesScreen = later(invoices);
export const MonthScreen = later(month);
export const ReportsScreen = later(reports);
export const ReturnScreen = later(goodsBack);
export const SettingsScreen = later(settings);
export const SetupScreen = later(setup);
export const ShiftScreen = later(shift);
export const TodayScreen = later(today);

/** Loads them one after the other, so that each opens at once; a screen that is asked for earlier loads at once. */
export async function loadScreens(): Promise<void> {
  for (const load of [
    invoices,
    invoice,
    goodsBack,
    shift,
    today,
    reports,
    month,
    activity,
    articles,
    article,
    settings,
    setup,
  ])
    await load();
}

/**
 * Makes a screen that is loaded when it is first shown. It waits by itself: a screen that waited together with the one
 * before would leave that one in the page, unseen but with its keys.
 */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const makeLazy = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // React keeps a failure for good: the next time it is shown, it is loaded again.
        newest = makeLazy();
        throw error;
      }
    }) as ComponentType<Props>;
  let newest = makeLazy();
  return function Later(props: Props) {
    const [Loaded] = useState(() => newest);
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
