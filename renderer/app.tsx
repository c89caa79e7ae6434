import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { Client } from '../shared/contract/bridge.ts';
import type { TerminalStatus } from '../shared/contract/terminal/terminal.ts';
import type { Language } from '../shared/values/language.ts';
import {
  ActivityScreen,
  ArticleScreen,
  ArticlesScreen,
  InvoiceScreen,
  InvoicesScreen,
  loadScreens,
  MonthScreen,
  ReportsScreen,
  ReturnScreen,
  SettingsScreen,
  SetupScreen,
  ShiftScreen,
  TodayScreen,
} from './screens.ts';
import { CartProvider } from './till/cart/cart.tsx';
import { ErrorBoundary } from './till/frame/error-boundary.tsx';
import { FaultScreen } from './till/frame/fault-screen.tsx';
import { Frame } from './till/frame/frame.tsx';
import { BacklogProvider } from './till/invoices/backlog.tsx';
import { ListStateProvider } from './till/invoices/list-state.tsx';
import { AutoPrintProvider } from './till/receipt/auto-print.tsx';
import { ledgerRefusalOf, RefusedLedger } from './till/refused/refused-ledger.tsx';
import { SaleScreen } from './till/sale/sale-screen.tsx';
import { ScannerProvider } from './till/scanner/scanner.tsx';
import { FirstShop } from './till/setup/first-shop.tsx';
import { FirstStart } from './till/setup/first-start.tsx';
import { ApprovalDialog } from './till/sign-in/approval-dialog.tsx';
import { WaitingApps } from './till/sign-in/fetch-manager.tsx';
import { useGuardedClient } from './till/sign-in/guarded-client.ts';
import { Landing, LandingProvider, useLanding } from './till/sign-in/landing.tsx';
import { PinDialog } from './till/sign-in/pin-dialog.tsx';
import { RecoverPeople } from './till/sign-in/recover-people.tsx';
import { SignIn } from './till/sign-in/sign-in.tsx';
import { UnlockScreen } from './till/sign-in/unlock-screen.tsx';
import { Sheet } from './ui/components/layout/sheet.tsx';
import { LanguageProvider, useLanguage } from './ui/language/language.tsx';
import { go, type Route, useRoute } from './ui/page/route.ts';
import { cssVariables, theme } from './ui/page/theme.ts';
import { StatusProvider, useStatus } from './ui/terminal/status.tsx';
import { TerminalCache } from './ui/terminal/terminal-cache.ts';
import { TerminalContext } from './ui/terminal/use-terminal.ts';
import { useTerminalSend } from './ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from './ui/terminal/use-terminal-query.ts';

/** True in safe mode, in which the chosen theme is not used. */
const isSafe = new URLSearchParams(location.search).has('safe');

export function App({ client: bare }: { client: Client }) {
  const { client, question } = useGuardedClient(bare);
  const [terminal] = useState(() => new TerminalCache(client));
  useEffect(() => terminal.follow(), [terminal]);
  return (
    <LanguageProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        {...(isSafe && { forceColorScheme: 'light' })}
      >
        <QueryClientProvider client={terminal.queries}>
          <TerminalContext value={terminal}>
            <StatusProvider>
              <FollowLanguage />
              <ScannerProvider>
                <Remembered>
                  <Frame>
                    <EnvironmentCart>
                      <ErrorBoundary>
                        <Screen />
                      </ErrorBoundary>
                    </EnvironmentCart>
                  </Frame>
                </Remembered>
              </ScannerProvider>
              <PinDialog question={question} />
              <ApprovalDialog question={question} />
            </StatusProvider>
          </TerminalContext>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  );
}

/**
 * Shows each person's own language, and tells the main process the language of the screens, in which it then requests
 * the authority's messages.
 */
function FollowLanguage() {
  const setPersonsLanguage = useTerminalSend('people.setLanguage');
  const setTerminalsLanguage = useTerminalSend('terminal.setLanguage');
  const { language, follow } = useLanguage();
  const status = useStatus();
  const name = status?.person;
  const chosen = status?.language;
  useLayoutEffect(() => {
    const choose = async (language: Language) => (await setPersonsLanguage({ language })).ok;
    follow(name === undefined ? undefined : { chosen, choose });
  }, [setPersonsLanguage, follow, name, chosen]);
  useEffect(() => void setTerminalsLanguage({ language }), [setTerminalsLanguage, language]);
  return null;
}

function Remembered({ children }: { children: ReactNode }) {
  return (
    <ListStateProvider>
      <BacklogProvider>
        <AutoPrintProvider>
          <LandingProvider>{children}</LandingProvider>
        </AutoPrintProvider>
      </BacklogProvider>
    </ListStateProvider>
  );
}

/**
 * The cart of the current environment. Each environment has its own, since a document of one does not exist in another.
 */
function EnvironmentCart({ children }: { children: ReactNode }) {
  return <CartProvider key={useStatus()?.environment}>{children}</CartProvider>;
}

/**
 * Shows the screen that the address names, once the terminal is open, somebody is signed in and there is a certificate.
 */
function Screen() {
  const status = useStatus();
  const route = useRoute();
  const isLanding = useLanding();
  useLaterScreens(status !== undefined);
  if (status === undefined) return <Opening />;
  const isReading =
    ['invoices', 'invoice', 'settings'].includes(route.screen) ||
    (['today', 'reports', 'month', 'activity'].includes(route.screen) && status.role === 'manager');
  if (status.vault !== 'open' && (status.role === 'nobody' || !isReading))
    return <UnlockScreen vault={status.vault} />;
  if (status.people === 'lost') return <RecoverPeople canRecover={status.canRecoverPeople === true} />;
  if (status.role === 'nobody') return <SignIn />;
  const isManager = status.role === 'manager';
  if (isLanding) return <Landing canSell={status.credential === 'production'} />;
  const refusal = ledgerRefusalOf(status.unready);
  // If a ledger cannot be opened, its pages would look empty, so they are not shown.
  const canRead = isReading && (refusal !== 'ledger-broken' || route.screen === 'settings');
  if (refusal !== undefined && (!canRead || (route.screen === 'settings' && !isManager)))
    return <RefusedLedger refusal={refusal} role={status.role} />;
  if (isManager && status.sampleShop === 'new' && route.screen === 'sale') return <FirstShop />;
  const { page, isForManagers } = pageOf(route, status);
  if (isManager && isForManagers) return page;
  if (status.credential !== 'production' && refusal === undefined)
    return isManager && status.environment !== 'training' ? <ToSetup /> : <FirstStart status={status} />;
  return isForManagers ? <SaleScreen /> : page;
}

interface ShownPage {
  readonly page: ReactNode;
  /** True for a page that managers have, also before there is a certificate; anyone else gets the sale screen. */
  readonly isForManagers: boolean;
}

function pageOf(route: Route, status: TerminalStatus): ShownPage {
  const forAll = (page: ReactNode) => ({ page, isForManagers: false });
  const forManagers = (page: ReactNode) => ({ page, isForManagers: true });
  switch (route.screen) {
    case 'sale':
      return forAll(<SaleScreen />);
    case 'return':
      return forAll(<ReturnScreen key={route.uuid ?? ''} uuid={route.uuid} receipt={route.receipt} />);
    case 'shift':
      return forAll(<ShiftScreen isManager={status.role === 'manager'} number={route.number} />);
    case 'invoices':
      return forAll(<InvoicesScreen />);
    case 'invoice':
      return forAll(<InvoiceScreen key={route.uuid} uuid={route.uuid} receipt={route.receipt} />);
    case 'settings':
      if (status.role !== 'manager' && route.page === 'integrations' && route.section === 'approvals')
        return forAll(<WaitingApps />);
      return forManagers(<SettingsScreen page={route.page} status={status} />);
    case 'today':
      return forManagers(<TodayScreen status={status} />);
    case 'reports':
      return forManagers(<ReportsScreen report={route.report} status={status} />);
    case 'month':
      return forManagers(<MonthScreen status={status} />);
    case 'activity':
      return forManagers(<ActivityScreen status={status} />);
    case 'articles':
      return forManagers(<ArticlesScreen page={route.page} />);
    case 'article':
      return forManagers(<ArticleScreen key={route.id ?? ''} id={route.id} />);
    case 'setup':
      return forManagers(<SetupScreen status={status} wanted={route.environment} />);
  }
}

function useLaterScreens(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const idle = requestIdleCallback(() => void loadScreens().catch(() => undefined));
    return () => cancelIdleCallback(idle);
  }, [isOpen]);
}

function Opening() {
  const { t } = useLanguage();
  const { error, refetch, isFetching } = useTerminalQuery('terminal.status', {});
  if (error !== null) return <FaultScreen error={error} trying={isFetching} onAgain={() => void refetch()} />;
  return <Sheet title={t('app.opening')} />;
}

/** Redirects to the set-up, which has its own address so that it stays open until the last page has been read. */
function ToSetup() {
  useEffect(() => go({ screen: 'setup' }), []);
  return null;
}
