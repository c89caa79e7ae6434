import { later } from './components/later.tsx';
import { loadTimeChart } from './today/use-time-chart.ts';

/* The screens that are loaded after the first one, so that a start waits only for the sale screen. */

const activity = later(async () => (await import('./today/activity-screen.tsx')).ActivityScreen);
const article = later(async () => (await import('./articles/article-screen.tsx')).ArticleScreen);
const articles = later(async () => (await import('./articles/articles-screen.tsx')).ArticlesScreen);
const invoice = later(async () => (await import('./invoices/document/invoice-screen.tsx')).InvoiceScreen);
const invoices = later(async () => (await import('./invoices/invoices-screen.tsx')).InvoicesScreen);
const goodsBack = later(async () => (await import('./return/return-screen.tsx')).ReturnScreen);
const settings = later(async () => (await import('./settings/settings-screen.tsx')).SettingsScreen);
const setup = later(async () => (await import('./setup/setup-screen.tsx')).SetupScreen);
const today = later(async () => (await import('./today/today-screen.tsx')).TodayScreen);
const reports = later(async () => (await import('./today/reports-screen.tsx')).ReportsScreen);
const month = later(async () => (await import('./today/month-screen.tsx')).MonthScreen);
const shift = later(async () => (await import('./shift/shift-screen.tsx')).ShiftScreen);

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
