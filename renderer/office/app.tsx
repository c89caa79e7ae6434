import { Button, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Sheet } from '../ui/components/layout/sheet.tsx';
import { Note } from '../ui/components/marks/note.tsx';
import { LanguageProvider } from '../ui/language/language.tsx';
import { cssVariables, theme } from '../ui/page/theme.ts';
import { AlarmsScreen } from './alarms-screen.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { ArchiveScreen } from './documents/archive-screen.tsx';
import { DocumentScreen } from './documents/document-screen.tsx';
import { DocumentsScreen } from './documents/documents-screen.tsx';
import { Frame } from './frame.tsx';
import { createQueries, useOfficeQuery } from './office.ts';
import { OrdersScreen } from './orders/orders-screen.tsx';
import { may, type Person, PersonContext } from './parts/use-person.ts';
import { Invitation } from './people/invitation.tsx';
import { LogScreen } from './people/log-screen.tsx';
import { PeopleScreen } from './people/people-screen.tsx';
import { SignIn } from './people/sign-in.tsx';
import { useOfficeRoute } from './route.ts';
import { OnboardingScreen } from './tills/onboarding-screen.tsx';
import { TillScreen } from './tills/till-screen.tsx';
import { TillsScreen } from './tills/tills-screen.tsx';
import { useOfficeWords } from './use-office-words.ts';
import { VatScreen } from './vat/vat-screen.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="khatm-nonce"]')?.content ?? '';

export function App() {
  const [queries] = useState(createQueries);
  return (
    <LanguageProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <DemoBanner>
            <Office />
          </DemoBanner>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  );
}

function Office() {
  const { t, say } = useOfficeWords();
  const route = useOfficeRoute();
  const { data, error, refetch } = useOfficeQuery('session.get', {});
  if (route.screen === 'invitation') return <Invitation link={route.link} />;
  if (data === undefined)
    return (
      <Sheet title={t(error === null ? 'opening' : 'title')}>
        {error !== null && (
          <>
            <Note tone="red">{say(error)}</Note>
            <Button onClick={() => void refetch()}>{t('again')}</Button>
          </>
        )}
      </Sheet>
    );
  if (data.person === null) return <SignIn />;
  return (
    <PersonContext value={data.person}>
      <Frame route={route}>
        <Screen person={data.person} />
      </Frame>
    </PersonContext>
  );
}

function Screen({ person }: { person: Person }) {
  const route = useOfficeRoute();
  if (route.screen === 'till') return <TillScreen key={route.device} device={route.device} />;
  if (route.screen === 'document')
    return <DocumentScreen key={`${route.device}.${route.generation}.${route.icv}`} route={route} />;
  if (route.screen === 'documents' && may(person, 'document.find')) return <DocumentsScreen />;
  if (route.screen === 'vat' && may(person, 'vat.sums')) return <VatScreen />;
  if (route.screen === 'archive' && may(person, 'archive.list')) return <ArchiveScreen />;
  if (route.screen === 'alarms') return <AlarmsScreen />;
  if (route.screen === 'orders' && may(person, 'order.list')) return <OrdersScreen />;
  if (route.screen === 'onboarding' && may(person, 'onboarding.list')) return <OnboardingScreen />;
  if (route.screen === 'people' && may(person, 'person.list')) return <PeopleScreen />;
  if (route.screen === 'log' && may(person, 'log.list')) return <LogScreen />;
  return <TillsScreen />;
}
