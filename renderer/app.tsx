import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Client } from '../shared/contract/bridge.ts';
import { ClientContext, makeQueryClient, useStatus, useStatusQuery } from './client.tsx';
import { FirstStart } from './first-start/first-start.tsx';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { FaultScreen } from './frame/fault-screen.tsx';
import { Frame } from './frame/frame.tsx';
import { InvoiceScreen } from './invoice/invoice-screen.tsx';
import { InvoicesScreen } from './invoices/invoices-screen.tsx';
import { LanguageProvider } from './language.tsx';
import { followTerminal } from './live.ts';
import { ledgerRefusalOf, RefusedLedger } from './refused/refused-ledger.tsx';
import { ReturnScreen } from './return/return-screen.tsx';
import { go, useRoute } from './route.ts';
import { DeskProvider } from './sale/desk.tsx';
import { SaleScreen } from './sale/sale-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { SetupScreen } from './setup/setup-screen.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { UnlockScreen } from './sign-in/unlock-screen.tsx';
import { cssVariables, theme } from './theme.ts';

export function App({ client }: { client: Client }) {
  const [cache] = useState(makeQueryClient);
  useEffect(() => followTerminal(client, cache), [client, cache]);
  return (
    <LanguageProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={cache}>
          <ClientContext value={client}>
            <Frame>
              <Desk>
                <ErrorBoundary>
                  <Screen />
                </ErrorBoundary>
              </Desk>
            </Frame>
          </ClientContext>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  );
}

/** Each environment has its own desk: a receipt of one is no document of another. */
function Desk({ children }: { children: ReactNode }) {
  return <DeskProvider key={useStatus()?.environment}>{children}</DeskProvider>;
}

/** The screen of the address, once the terminal is open, somebody is signed in and there is a certificate. */
function Screen() {
  const { data: status, error, refetch, isFetching } = useStatusQuery();
  const route = useRoute();
  if (status === undefined)
    return error === null ? null : (
      <FaultScreen error={error} trying={isFetching} onAgain={() => void refetch()} />
    );
  const isReading = route.screen === 'invoices' || route.screen === 'invoice' || route.screen === 'settings';
  if (status.vault !== 'open' && (status.role === 'nobody' || !isReading))
    return <UnlockScreen vault={status.vault} />;
  if (status.role === 'nobody') return <SignIn />;
  const isManager = status.role === 'manager';
  const refusal = ledgerRefusalOf(status.unready);
  if (refusal !== undefined && (!isReading || (route.screen === 'settings' && !isManager)))
    return <RefusedLedger refusal={refusal} role={status.role} />;
  if (isManager && route.screen === 'settings') return <SettingsScreen page={route.page} status={status} />;
  if (isManager && route.screen === 'setup')
    return <SetupScreen status={status} wanted={route.environment} />;
  if (status.credential !== 'production' && refusal === undefined)
    return isManager && status.environment !== 'training' ? <ToSetup /> : <FirstStart status={status} />;
  switch (route.screen) {
    case 'sale':
      return <SaleScreen />;
    case 'return':
      return <ReturnScreen key={route.uuid ?? ''} uuid={route.uuid} />;
    case 'invoices':
      return <InvoicesScreen />;
    case 'invoice':
      return <InvoiceScreen key={route.uuid} uuid={route.uuid} />;
    // A manager's pages, and somebody else is signed in.
    case 'settings':
    case 'setup':
      return <SaleScreen />;
  }
}

/** The set-up has an address of its own, so that it stays until its last page was read. */
function ToSetup() {
  useEffect(() => go({ screen: 'setup' }), []);
  return null;
}
