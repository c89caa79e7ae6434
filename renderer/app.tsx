import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Client } from '../shared/contract/bridge.ts';
import { ClientContext, makeQueryClient, useStatus } from './client.tsx';
import { FirstStart } from './first-start/first-start.tsx';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { InvoiceScreen } from './invoice/invoice-screen.tsx';
import { InvoicesScreen } from './invoices/invoices-screen.tsx';
import { LanguageProvider } from './language.tsx';
import { followTerminal } from './live.ts';
import { ReturnScreen } from './return/return-screen.tsx';
import { useRoute } from './route.ts';
import { DeskProvider } from './sale/desk.tsx';
import { SaleScreen } from './sale/sale-screen.tsx';
import { cssVariables, theme } from './theme.ts';

export function App({ client }: { client: Client }) {
  const [cache] = useState(makeQueryClient);
  useEffect(() => followTerminal(client, cache), [client, cache]);
  return (
    <LanguageProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={cache}>
          <ClientContext value={client}>
            <DeskProvider>
              <Frame>
                <ErrorBoundary>
                  <Screen />
                </ErrorBoundary>
              </Frame>
            </DeskProvider>
          </ClientContext>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  );
}

/** The screen of the address, once the terminal can sell. */
function Screen() {
  const status = useStatus();
  const route = useRoute();
  if (status === undefined) return null;
  if (status.credential !== 'production') return <FirstStart status={status} />;
  switch (route.screen) {
    case 'sale':
      return <SaleScreen />;
    case 'return':
      return <ReturnScreen key={route.uuid ?? ''} uuid={route.uuid} />;
    case 'invoices':
      return <InvoicesScreen />;
    case 'invoice':
      return <InvoiceScreen key={route.uuid} uuid={route.uuid} />;
  }
}
