import { useState } from 'react';
import type { FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../../shared/status.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { CodeStep } from '../../setup/steps/code-step.tsx';
import { FlowStep } from '../../setup/steps/flow-step.tsx';
import { StepPage } from '../../setup/steps/step-page.tsx';
import { CertificateOverview } from './certificate-overview.tsx';
import styles from './certificate-page.module.css';

type View = 'overview' | 'renewal' | 'reissue-why' | 'reissue';

/** A view, and the number of certificates at the time when it was opened. */
interface Opened {
  readonly view: View;
  readonly certificates: number | undefined;
}

export function CertificatePage({ environment }: { environment: Environment }) {
  const { language } = useLanguage();
  const credential = useTerminalQuery('credential.get', {}).data;
  const certificates = credential?.history.length;
  const [{ view, certificates: before }, setOpened] = useState<Opened>({ view: 'overview', certificates });
  const setView = (next: View) => setOpened({ view: next, certificates });
  const flow = credential?.flow;
  if (credential === undefined) return null;
  // The overview follows a visible flow, or one that ended so fast that only its certificate is visible.
  if (view !== 'overview' && (flow !== undefined || certificates !== before)) setView('overview');
  if (flow !== undefined)
    return (
      <FlowStep flow={flow} environment={environment} title={credentialWords[language].flows[flow.kind]} />
    );
  if (view === 'reissue-why')
    return <ReissueWhy onBack={() => setView('overview')} onNext={() => setView('reissue')} />;
  if (view === 'renewal' || view === 'reissue')
    return <CodeStep environment={environment} kind={view} onBack={() => setView('overview')} />;
  return (
    <CertificateOverview
      credential={credential}
      onNew={(kind: Exclude<FlowKind, 'onboarding'>) =>
        setView(kind === 'renewal' ? 'renewal' : 'reissue-why')
      }
    />
  );
}

function ReissueWhy({ onBack, onNext }: { onBack: () => void; onNext: () => void }) {
  const { t } = useLanguage();
  return (
    <StepPage
      title={t('settings.certificate.reissueTitle')}
      lead={t('settings.certificate.reissueText')}
      action={{ label: t('settings.certificate.reissueGo'), run: onNext }}
      onBack={onBack}
    >
      <ol className={styles.steps}>
        <li>{t('settings.certificate.reissueFirst')}</li>
        <li>{t('settings.certificate.reissueThen')}</li>
        <li>{t('settings.certificate.reissueLast')}</li>
      </ol>
    </StepPage>
  );
}
