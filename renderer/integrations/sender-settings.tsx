import { type FormEvent, useState } from 'react';
import {
  eventNameSchema,
  type OccurrenceKind,
  occurrenceKinds,
  type WebhookSettings,
} from '../../shared/contract/webhooks.ts';
import { RadioCards } from '../components/choice-cards.tsx';
import { Field } from '../components/field.tsx';
import styles from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { SaveRow } from '../components/save-row.tsx';
import { latinDigits } from '../format.ts';
import { useLanguage } from '../language.tsx';
import { useFailureWords } from '../use-failure-words.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';

const timestamps = ['fresh', 'event', 'attempt'] as const;
const isName = (text: string) => eventNameSchema.safeParse(text).success;
const isWithin = (text: string, least: number, most: number) =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;

const isSame = (one: WebhookSettings, other: WebhookSettings) =>
  occurrenceKinds.every((kind) => one.names[kind] === other.names[kind]) &&
  one.testName === other.testName &&
  one.maxAttempts === other.maxAttempts &&
  one.windowSeconds === other.windowSeconds &&
  one.timestamp === other.timestamp;

/** What the specification leaves open about events: their further names, their time, how often they are tried. */
export function SenderSettings({ settings }: { settings: WebhookSettings }) {
  const { t } = useLanguage();
  const { say } = useFailureWords();
  const { run, busy, failure } = useTerminalCommand('webhook.changeSettings');
  const [names, setNames] = useState<WebhookSettings['names']>(settings.names);
  const [testName, setTestName] = useState(settings.testName);
  const [attempts, setAttempts] = useState(String(settings.maxAttempts));
  const [windowSeconds, setWindowSeconds] = useState(String(settings.windowSeconds));
  const [timestamp, setTimestamp] = useState(settings.timestamp);
  const [isSaved, setIsSaved] = useState(false);

  const wrongName = (name: string | undefined) =>
    name === undefined || name === '' || isName(name) ? undefined : t('integrations.sender.nameWrong');
  const wrong = {
    names: occurrenceKinds.some((kind) => wrongName(names[kind]) !== undefined),
    testName: isName(testName) ? undefined : t('integrations.sender.nameWrong'),
    attempts: isWithin(attempts, 1, 100) ? undefined : t('integrations.sender.attemptsWrong'),
    window: isWithin(windowSeconds, 10, 86_400) ? undefined : t('integrations.sender.windowWrong'),
  };
  const isRight = !wrong.names && !wrong.testName && !wrong.attempts && !wrong.window;
  const wanted: WebhookSettings = {
    names: Object.fromEntries(Object.entries(names).filter(([, name]) => name !== '')),
    testName,
    maxAttempts: Number(attempts),
    windowSeconds: Number(windowSeconds),
    timestamp,
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isRight) return;
    const saved = await run(wanted);
    setIsSaved(saved?.ok ?? false);
  };
  const nameField = (kind: OccurrenceKind) => (
    <Field
      key={kind}
      label={t(`integrations.kind.${kind}`)}
      placeholder={t('integrations.sender.notSent')}
      dir="ltr"
      value={names[kind] ?? ''}
      error={wrongName(names[kind])}
      onText={(text) => setNames({ ...names, [kind]: text.trim() })}
    />
  );
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <h3>{t('integrations.sender.names')}</h3>
      <p className={styles.hint}>{t('integrations.sender.namesText')}</p>
      <div className={styles.fields}>
        {occurrenceKinds.map(nameField)}
        <Field
          label={t('integrations.sender.testName')}
          dir="ltr"
          value={testName}
          error={wrong.testName}
          onText={(text) => setTestName(text.trim())}
        />
      </div>
      <h3>{t('integrations.sender.tries')}</h3>
      <div className={styles.fields}>
        <Field
          label={t('integrations.sender.attempts')}
          dir="ltr"
          inputMode="numeric"
          value={attempts}
          error={wrong.attempts}
          onText={(text) => setAttempts(latinDigits(text))}
        />
        <Field
          label={t('integrations.sender.window')}
          dir="ltr"
          inputMode="numeric"
          value={windowSeconds}
          error={wrong.window}
          onText={(text) => setWindowSeconds(latinDigits(text))}
        />
      </div>
      <RadioCards
        legend={t('integrations.sender.timestamp')}
        value={timestamp}
        cards={timestamps.map((value) => ({
          value,
          label: t(`integrations.sender.${value}`),
          text: t(`integrations.sender.${value}Text`),
        }))}
        onChange={setTimestamp}
      />
      {failure && <Note tone="red">{say(failure)}</Note>}
      <SaveRow busy={busy} isChanged={!isSame(wanted, settings)} isRight={isRight} isSaved={isSaved} />
    </form>
  );
}
