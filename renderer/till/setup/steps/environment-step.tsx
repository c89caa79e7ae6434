import { Text } from '@mantine/core';
import { useState } from 'react';
import type { EnvironmentView } from '../../../../shared/contract/terminal/credentials.ts';
import { isGatewayAddress } from '../../../../shared/values/web-address.ts';
import { describeCredentialFailure } from '../../../../shared/words/faults/credential-failures.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field, type FieldProps } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { type SetupEnvironment, setupEnvironments } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { GoLiveList } from '../go-live-list.tsx';
import { checkPassphrase, noPassphrase, PassphraseFields } from '../passphrase-fields.tsx';
import { useGoLive } from '../use-go-live.ts';
import { StepPage } from './step-page.tsx';
import styles from './steps.module.css';

/**
 * The step that chooses simulation or production. Production is confirmed by a typed word, and a machine without a
 * keychain needs a passphrase.
 */
export function EnvironmentStep({ wanted }: { wanted: SetupEnvironment }) {
  const environments = useTerminalQuery('environment.list', {}).data?.environments;
  const [chosen, setChosen] = useState<SetupEnvironment>(wanted);
  const [part, setPart] = useState<'choice' | 'passphrase'>('choice');
  const [address, setAddress] = useState('');
  const view = environments?.find(({ environment }) => environment === chosen);
  if (environments === undefined || view === undefined) return null;
  if (part === 'passphrase')
    return <PassphrasePart view={view} address={address} onBack={() => setPart('choice')} />;
  return (
    <ChoicePart
      environments={environments}
      view={view}
      chosen={chosen}
      onChoose={setChosen}
      address={address}
      onPassphrase={(typed) => {
        setAddress(typed);
        setPart('passphrase');
      }}
    />
  );
}

interface ChoicePartProps {
  readonly environments: readonly EnvironmentView[];
  readonly view: EnvironmentView;
  readonly chosen: SetupEnvironment;
  readonly address: string;
  onChoose(chosen: SetupEnvironment): void;
  /**
   * Called when the environment needs a passphrase.
   * @param address the typed address; empty for the usual one
   */
  onPassphrase(address: string): void;
}

function ChoicePart({ environments, view, chosen, address, onChoose, onPassphrase }: ChoicePartProps) {
  const { t, language } = useLanguage();
  const { begin, busy, failure } = useBegin(view);
  const mustConfirm = chosen === 'production' && !view.begun;
  const goLive = useGoLive(mustConfirm);
  const word = t('setup.environment.word');
  // Returns true for the address of another environment, which the terminal would refuse too.
  const isForeign = (typed: string) =>
    environments.some(
      (one) => one.environment !== chosen && one.address !== undefined && isSameAddress(one.address, typed),
    );
  const wrongAddress = (typed: string) => {
    if (typed !== '' && isForeign(typed)) return t('setup.environment.addressForeign');
    return typed === '' || isGatewayAddress(typed) ? undefined : t('setup.environment.addressWrong');
  };
  const form = useForm({
    id: 'environment',
    initial: { word: '', address },
    check: (typed) => ({
      word:
        mustConfirm && !isSameWord(typed.word, word) ? t('setup.environment.typeWrong', { word }) : undefined,
      address: wrongAddress(typed.address),
    }),
    send: (typed) => begin(typed.address),
  });
  const next = () => {
    if (!goLive.pass()) return;
    if (view.vault.state !== 'passphrase-needed') void form.submit();
    else if (form.attempt()) onPassphrase(form.values.address);
  };
  return (
    <StepPage
      title={t('setup.environment.title')}
      lead={t('setup.environment.lead')}
      action={{ label: t('app.goOn'), busy, run: next }}
    >
      <RadioCards
        look="large"
        legend={t('setup.environment.title')}
        value={chosen}
        cards={setupEnvironments.map((value) => ({
          value,
          label: t(`setup.environment.${value}`),
          text: t(`setup.environment.${value}Text`),
        }))}
        onChange={(value) => {
          form.set({ address: '' });
          onChoose(value);
        }}
      />
      {mustConfirm && <GoLiveList goLive={goLive} />}
      {mustConfirm && goLive.isSettled && (
        <>
          <Note tone="amber">{t('setup.environment.productionWarning')}</Note>
          <Field
            {...form.text('word')}
            className={styles.word}
            label={t('setup.environment.type', { word })}
            dir="auto"
          />
        </>
      )}
      {failure && <Note tone="red">{describeCredentialFailure(failure, language)}</Note>}
      <Advanced view={view} field={form.text('address')} />
    </StepPage>
  );
}

interface AdvancedProps {
  readonly view: EnvironmentView;
  readonly field: Pick<FieldProps, 'id' | 'value' | 'error' | 'onText' | 'onBlur'>;
}

function Advanced({ view, field }: AdvancedProps) {
  const { t } = useLanguage();
  if (view.addressFixed) return null;
  return (
    <Collapsible title={t('setup.environment.advanced')} mustOpen={field.error !== undefined}>
      <Field
        {...field}
        label={t('setup.environment.address')}
        placeholder={view.address}
        dir="ltr"
        inputMode="url"
      />
      <Text inherit lh={1.6} c="dimmed">
        {t('setup.environment.addressNote')}
      </Text>
    </Collapsible>
  );
}

interface PassphrasePartProps {
  readonly view: EnvironmentView;
  readonly address: string;
  onBack(): void;
}

function PassphrasePart({ view, address, onBack }: PassphrasePartProps) {
  const { t, language } = useLanguage();
  const { begin, busy, failure } = useBegin(view);
  const form = useForm({
    id: 'passphrase',
    initial: noPassphrase,
    check: (typed) => checkPassphrase(typed, t),
    send: ({ first }) => begin(address, first),
  });
  return (
    <StepPage
      title={t('setup.passphrase.title')}
      lead={t('setup.passphrase.lead')}
      action={{ label: t('app.goOn'), busy, run: () => void form.submit() }}
      onBack={onBack}
    >
      <PassphraseFields form={form} />
      {failure ? (
        <Note tone="red">{describeCredentialFailure(failure, language)}</Note>
      ) : (
        <Note tone="amber">{t('setup.passphrase.note')}</Note>
      )}
    </StepPage>
  );
}

/** Sets up the environment, and sets its own address as long as no credential was requested there. */
function useBegin({ environment, begun }: EnvironmentView) {
  const setAddress = useTerminalCommand('environment.setAddress');
  const show = useTerminalCommand('environment.show');
  return {
    busy: setAddress.busy || show.busy,
    failure: show.failure ?? setAddress.failure,
    async begin(address: string, passphrase?: string) {
      const shown = await show.run({
        environment,
        ...(environment === 'production' && !begun && { confirm: 'production' as const }),
        ...(passphrase !== undefined && { passphrase }),
      });
      if (!shown?.ok || address === '') return shown;
      return setAddress.run({ environment, address });
    },
  };
}

const isSameWord = (typed: string, word: string) => typed.trim().toLowerCase() === word.toLowerCase();

const isSameAddress = (one: string, other: string) =>
  one.replace(/\/+$/, '').toLowerCase() === other.replace(/\/+$/, '').toLowerCase();
