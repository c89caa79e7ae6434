import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { fewestDigits } from '../../../shared/values/pin.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { usePinCheck } from '../../ui/components/forms/check-pin.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go, type SetupEnvironment } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { SellerFields, TerminalFields } from './company-fields.tsx';
import { companyPaths } from './company-form.ts';
import styles from './setup-screen.module.css';
import { currentStep, mayOpen, type SetupStep } from './setup-steps.ts';
import { StepList } from './step-list.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { DoneStep } from './steps/done-step.tsx';
import { EnvironmentStep } from './steps/environment-step.tsx';
import { FlowStep } from './steps/flow-step.tsx';
import { StepPage } from './steps/step-page.tsx';
import { type CompanyFields, useCompanyForm } from './use-company-form.ts';

export interface SetupScreenProps {
  readonly status: TerminalStatus;
  readonly wanted?: SetupEnvironment | undefined;
}

export function SetupScreen({ status, wanted }: SetupScreenProps) {
  const { environment } = status;
  const people = useTerminalQuery('people.list', {}).data?.people;
  const company = useTerminalQuery('company.get', {}).data;
  const credential = useTerminalQuery('credential.get', {}).data;
  const environments = useTerminalQuery('environment.list', {}).data?.environments;
  const isWanted = (name: Environment) => name === (wanted ?? 'simulation');
  const unavailable = environments?.find((one) => isWanted(one.environment))?.unavailable;
  const current = currentStep({ environment, wanted, people, company, credential });
  const [back, setBack] = useState<SetupStep>();

  // Closes a step that was opened again, once the certificate is being requested or exists.
  if (back !== undefined && (current === 'done' || credential?.flow?.running)) setBack(undefined);

  if (current === undefined || environments === undefined) return <main />;
  const leave = () => go({ screen: 'settings', page: 'environments' });
  const opened = back !== undefined && mayOpen(back, current, credential) ? back : current;
  return (
    <main className={styles.screen}>
      <StepList
        current={current}
        opened={opened}
        mayOpen={(step) => mayOpen(step, current, credential)}
        onOpen={(step) => setBack(step)}
        onLeave={leave}
      />
      <Box miw={0} mih={0}>
        {unavailable ? (
          <Unavailable failure={unavailable} onLeave={leave} />
        ) : (
          <Opened
            step={opened}
            status={status}
            wanted={wanted}
            company={company}
            credential={credential}
            onOpen={setBack}
          />
        )}
      </Box>
    </main>
  );
}

function Unavailable({ failure, onLeave }: { failure: Failure; onLeave(): void }) {
  const { t, language } = useLanguage();
  return (
    <StepPage title={t('setup.title')} action={{ label: t('setup.leave'), run: onLeave }}>
      <Note tone="amber">{describeFailure(failure, language)}</Note>
    </StepPage>
  );
}

interface OpenedProps extends SetupScreenProps {
  readonly step: SetupStep;
  readonly company: CommandOutput<'company.get'> | undefined;
  readonly credential: CommandOutput<'credential.get'> | undefined;
  onOpen(step: SetupStep | undefined): void;
}

function Opened({ step, status: { environment }, wanted, company, credential, onOpen }: OpenedProps) {
  const { t } = useLanguage();
  switch (step) {
    case 'manager':
      return <ManagerStep />;
    case 'environment':
      return <EnvironmentStep key={wanted} wanted={wanted ?? 'simulation'} />;
    case 'company':
    case 'terminal':
      if (company === undefined) return null;
      return (
        <CompanyPart step={step} storageKey={`khatm-setup-${environment}`} kept={company} onOpen={onOpen} />
      );
    case 'code':
      return <CodeStep environment={environment} kind="onboarding" onBack={() => onOpen('terminal')} />;
    case 'progress':
      if (credential?.flow === undefined) return null;
      return <FlowStep flow={credential.flow} environment={environment} title={t('setup.progress.title')} />;
    case 'done':
      return <DoneStep certificate={credential?.certificate} />;
  }
}

interface CompanyPartProps {
  readonly step: 'company' | 'terminal';
  readonly storageKey: string;
  readonly kept: CommandOutput<'company.get'>;
  onOpen(step: SetupStep | undefined): void;
}

function CompanyPart({ step, storageKey, kept, onOpen }: CompanyPartProps) {
  const fields = useCompanyForm(kept, storageKey);
  if (step === 'company') return <CompanyStep fields={fields} onNext={() => onOpen('terminal')} />;
  return <TerminalStep fields={fields} onBack={() => onOpen('company')} onNext={() => onOpen(undefined)} />;
}

/**
 * The step for the first person of a terminal, a manager. Name and PIN stay in this window until the terminal has
 * accepted them.
 */
function ManagerStep() {
  const { t, words, language } = useLanguage();
  const { run, busy } = useTerminalCommand('people.save');
  const checkPin = usePinCheck();
  const form = useForm({
    id: 'manager',
    initial: { name: '', pin: '', again: '' },
    check: ({ name, pin, again }) => ({
      name: name.trim() === '' ? words.issues.blank : undefined,
      ...checkPin(pin, again),
    }),
    // The first person added is signed in at once.
    send: ({ name, pin }) => run({ name, role: 'manager', pin }),
  });

  return (
    <StepPage
      title={t('setup.manager.title')}
      lead={t('setup.manager.lead')}
      action={{ label: t('app.goOn'), busy, run: () => void form.submit() }}
    >
      <Box maw="24rem">
        <Field {...form.text('name')} label={t('setup.manager.name')} dir="auto" maxLength={60} />
        {(['pin', 'again'] as const).map((field) => (
          <Field
            key={field}
            {...form.text(field, withLatinNumbers)}
            type="password"
            inputMode="numeric"
            dir="ltr"
            label={t(`settings.people.${field}`, { fewest: fewestDigits })}
            maxLength={12}
          />
        ))}
      </Box>
      {form.failure ? (
        <Note tone="red">{describeFailure(form.failure, language)}</Note>
      ) : (
        <Text inherit lh={1.6} c="dimmed">
          {t('setup.manager.note')}
        </Text>
      )}
    </StepPage>
  );
}

/**
 * The step for the seller. Its values stay in session storage until the next step saves them with the terminal's
 * details.
 */
function CompanyStep({ fields, onNext }: { fields: CompanyFields; onNext: () => void }) {
  const { t } = useLanguage();
  const next = () => {
    if (fields.attempt(companyPaths)) onNext();
  };
  return (
    <StepPage
      title={t('setup.company.title')}
      lead={t('setup.company.lead')}
      action={{ label: t('app.goOn'), run: next }}
    >
      <SellerFields fields={fields} />
    </StepPage>
  );
}

function TerminalStep({ fields, onBack, onNext }: { fields: CompanyFields; onBack(): void; onNext(): void }) {
  const { t } = useLanguage();
  const next = async () => {
    // This goes back to the previous page if the company has errors, because they are shown there.
    if (fields.attempt(companyPaths)) {
      if (await fields.save()) onNext();
    } else onBack();
  };
  return (
    <StepPage
      title={t('setup.terminal.title')}
      lead={t('setup.terminal.lead')}
      action={{ label: t('app.goOn'), busy: fields.saving, run: () => void next() }}
      onBack={onBack}
    >
      <TerminalFields fields={fields} />
      <FailureNote of={fields.failure} />
    </StepPage>
  );
}
