import { Box } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go, type SetupEnvironment } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './setup-screen.module.css';
import { currentStep, mayOpen, type SetupStep } from './setup-steps.ts';
import { StepList } from './step-list.tsx';
import { CodeStep } from './steps/code-step.tsx';
import { CompanyStep, TerminalStep } from './steps/company-step.tsx';
import { DoneStep } from './steps/done-step.tsx';
import { EnvironmentStep } from './steps/environment-step.tsx';
import { FlowStep } from './steps/flow-step.tsx';
import { ManagerStep } from './steps/manager-step.tsx';
import { StepPage } from './steps/step-page.tsx';
import { useCompanyForm } from './use-company-form.ts';

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
