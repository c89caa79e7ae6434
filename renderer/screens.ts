import { loadTimeChart } from './till/today/use-time-chart.ts';
import { later } from './ui/components/later.tsx';

/* The screens that are loaded after the first one, so that a start waits only for the sale screen. */

const activity = later(async () => (await import('./till/today/activity-screen.tsx')).ActivityScreen);
const article = later(async () => (await import('./till/articles/article-screen.tsx')).ArticleScreen);
const articles = later(async () => (await import('./till/articles/articles-screen.tsx')).ArticlesScreen);
const invoice = later(
  async () => (await import('./till/invoices/document/invoice-screen.tsx')).InvoiceScreen,
);
const invoices = later(async () => (await import('./till/invoices/invoices-screen.tsx')).InvoicesScreen);
const goodsBack = later(async () => (await import('./till/return/return-screen.tsx')).ReturnScreen);
const settings = later(async () => (await import('./till/settings/settings-screen.tsx')).SettingsScreen);
const setup = later(async () => (await import('./till/setup/setup-screen.tsx')).SetupScreen);
const today = later(async () => (await import('./till/today/today-screen.tsx')).TodayScreen);
const reports = later(async () => (await import('./till/today/reports-screen.tsx')).ReportsScreen);
const month = later(async () => (await import('./till/today/month-screen.tsx')).MonthScreen);
const shift = later(async () => (await import('./till/shift/shift-screen.tsx')).ShiftScreen);

export const ActivityScreen = activity.Screen;
export const ArticleScreen = article.Screen;
export const ArticlesScreen = articles.Screen;
export const InvoiceScreen = invoice.Screen;
export const InvoicesScreen = invoices.Screen;
export const MonthScreen = month.Screen;
export const ReportsScreen = reports.Screen;
export const ReturnScreen = goodsBack.Screen;
export const SettingsScreen = settings.Screen;
export const SetupScreen = setup.Screen;
export const ShiftScreen = shift.Screen;
export const TodayScreen = today.Screen;

/**
 * Loads the screens one after the other, so that each opens at once; a screen that is requested earlier loads at once.
 */
export async function loadScreens(): Promise<void> {
  for (const screen of [
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
    await screen.load();
  // The chart is larger than any screen, and only one screen needs it, so it is loaded last.
  await loadTimeChart();
}
