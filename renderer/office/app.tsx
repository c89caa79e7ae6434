import { Box, Button, Flex, MantineProvider, Stack } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OfficeOutput } from '../../shared/office/contract.ts';
import { shortestPassword } from '../../shared/office/people.ts';
import { CopyLine } from '../ui/components/copy-line.tsx';
import { useForm } from '../ui/components/forms/use-form.ts';
import { Sheet } from '../ui/components/layout/sheet.tsx';
import { Note } from '../ui/components/marks/note.tsx';
import { QrCode } from '../ui/components/qr-code.tsx';
import { LanguageProvider } from '../ui/language/language.tsx';
import { cssVariables, theme } from '../ui/page/theme.ts';
import { AlarmsScreen } from './alarms-screen.tsx';
import { ArchiveScreen } from './documents/archive-screen.tsx';
import { DocumentScreen } from './documents/document-screen.tsx';
import { DocumentsScreen } from './documents/documents-screen.tsx';
import { Frame } from './frame.tsx';
import { LanguageButton } from './language-button.tsx';
import { createQueries, useOfficeCommand, useOfficeQuery } from './office.ts';
import { OrdersScreen } from './orders/orders-screen.tsx';
import { CodeField, EmailField, PasswordField } from './parts/credential-fields.tsx';
import { may, type Person, PersonContext } from './parts/use-person.ts';
import styles from './people/invitation.module.css';
import { LogScreen } from './people/log-screen.tsx';
import { PeopleScreen } from './people/people-screen.tsx';
import { leaveInvitation, useOfficeRoute } from './route.ts';
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

function SignIn() {
  const { t, say } = useOfficeWords();
  const { run, busy } = useOfficeCommand('session.signIn');
  const form = useForm({
    id: 'sign-in',
    initial: { email: '', password: '', code: '' },
    async send(given) {
      const answer = await run(given);
      // A code can be used only once, even if the sign-in fails.
      if (answer?.ok === false) form.set({ code: '' });
      return answer;
    },
  });
  return (
    <Sheet title={t('signIn.title')}>
      <form onSubmit={form.onSubmit}>
        {form.failure && <Note tone="red">{say(form.failure)}</Note>}
        <EmailField {...form.text('email')} autoFocus />
        <PasswordField
          {...form.text('password')}
          label={t('signIn.password')}
          autoComplete="current-password"
        />
        <CodeField {...form.text('code')} label={t('signIn.code')} description={t('signIn.codeHint')} />
        <Button
          type="submit"
          size="xl"
          fullWidth
          aria-disabled={busy}
          disabled={form.values.code.length !== 6}
        >
          {t('signIn.go')}
        </Button>
      </form>
      <LanguageButton />
    </Sheet>
  );
}

function DemoBanner({ children }: { children: ReactNode }) {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('session.get', {});
  if (data?.isDemo !== true) return children;
  return (
    <Stack gap={0} h="100%">
      <Flex
        align="center"
        gap="0.5rem"
        p="0.375rem 1rem"
        fw={500}
        lh={1.5}
        c="var(--environment-ink)"
        bg="var(--environment)"
        role="note"
        data-environment="training"
      >
        <IconFlask size={20} aria-hidden />
        {t('demo')}
      </Flex>
      <Box flex={1} mih={0}>
        {children}
      </Box>
    </Stack>
  );
}

function Invitation({ link }: { link: string }) {
  const { t, say } = useOfficeWords();
  const { data, error } = useOfficeQuery('invitation.look', { link });
  return (
    <Sheet
      title={data === undefined ? t('title') : t('invitation.title', { name: data.name })}
      lead={data && t('invitation.lead', { role: t(`roles.${data.role}`) })}
    >
      {error !== null && data === undefined && (
        <>
          <Note tone="red">{say(error)}</Note>
          <Button variant="default" onClick={leaveInvitation}>
            {t('signIn.title')}
          </Button>
        </>
      )}
      {data !== undefined && <Form link={link} invited={data} />}
      <LanguageButton />
    </Sheet>
  );
}

function Form({ link, invited }: { link: string; invited: OfficeOutput<'invitation.look'> }) {
  const { t, say } = useOfficeWords();
  const { run, busy } = useOfficeCommand('invitation.accept');
  const form = useForm({
    id: 'invitation',
    initial: { email: '', password: '', repeat: '', code: '' },
    check: ({ password, repeat }) => ({
      password: password.length < shortestPassword ? t('invitation.short') : undefined,
      repeat: repeat === password ? undefined : t('invitation.differs'),
    }),
    send: ({ email, password, code }) => run({ link, email, password, code }),
    onDone: leaveInvitation,
  });
  return (
    <form onSubmit={form.onSubmit}>
      <EmailField {...form.text('email')} />
      <div className={styles.pair}>
        <PasswordField
          {...form.text('password')}
          label={t('invitation.password')}
          autoComplete="new-password"
        />
        <PasswordField {...form.text('repeat')} label={t('invitation.repeat')} autoComplete="new-password" />
      </div>
      <div className={styles.app}>
        <QrCode text={invited.address} label={t('invitation.scan')} className={styles.qr} />
        <div>
          <Box component="p" m={0} fw={600}>
            {t('invitation.scan')}
          </Box>
          <CodeField {...form.text('code')} label={t('invitation.code')} />
        </div>
      </div>
      <Box mb="1rem">
        <CopyLine label={t('invitation.secret')} value={invited.secret} />
      </Box>
      {form.failure && <Note tone="red">{say(form.failure)}</Note>}
      <Button type="submit" size="xl" fullWidth aria-disabled={busy} disabled={form.values.code.length !== 6}>
        {t('invitation.go')}
      </Button>
    </form>
  );
}
