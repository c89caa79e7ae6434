import {
  type OccurrenceKind,
  occurrenceKinds,
  standardNames,
} from '../../../../shared/contract/programs/webhook-events.ts';
import { eventNameSchema, type WebhookSettings } from '../../../../shared/contract/programs/webhooks.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

const timestamps = ['fresh', 'event', 'attempt'] as const;
const isName = (text: string) => eventNameSchema.safeParse(text).success;
const isWithin = (text: string, least: number, most: number) =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;

type Names = WebhookSettings['names'];

/** Returns the kinds that have their own name, in the contract's order, so that equal names compare as equal. */
const namesOf = (names: Names): Names =>
  Object.fromEntries(occurrenceKinds.flatMap((kind) => (names[kind] ? [[kind, names[kind]]] : [])));

const namesWith = (names: Names, kind: OccurrenceKind, name: string): Names =>
  namesOf({ ...names, [kind]: name });

const draftOf = ({ names, testName, maxAttempts, windowSeconds, timestamp }: WebhookSettings) => ({
  names: namesOf(names),
  testName,
  maxAttempts: String(maxAttempts),
  windowSeconds: String(windowSeconds),
  timestamp,
});

/**
 * The settings of the sender that the specification leaves open: the number of attempts, their timestamp, and names
 * for receivers that expect others than the standard ones.
 */
export function SenderSettings({ settings }: { settings: WebhookSettings }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('webhook.changeSettings');
  const wrongName = (name: string | undefined) =>
    name === undefined || name === '' || isName(name) ? undefined : t('integrations.sender.nameWrong');
  const form = useForm({
    id: 'sender',
    initial: draftOf(settings),
    check: ({ names, testName, maxAttempts, windowSeconds }) => ({
      names: occurrenceKinds.map((kind) => wrongName(names[kind])).find((wrong) => wrong !== undefined),
      testName: isName(testName) ? undefined : t('integrations.sender.nameWrong'),
      maxAttempts: isWithin(maxAttempts, 1, 100) ? undefined : t('integrations.sender.attemptsWrong'),
      windowSeconds: isWithin(windowSeconds, 10, 86_400) ? undefined : t('integrations.sender.windowWrong'),
    }),
    send: (typed) =>
      run({
        ...typed,
        maxAttempts: Number(typed.maxAttempts),
        windowSeconds: Number(typed.windowSeconds),
      }),
    live: ['names', 'testName', 'maxAttempts', 'windowSeconds'],
  });
  const { names } = form.values;
  const nameIt = (kind: OccurrenceKind, name: string) => form.set({ names: namesWith(names, kind, name) });
  const nameField = (kind: OccurrenceKind) => (
    <Field
      key={kind}
      label={t(`integrations.kind.${kind}`)}
      placeholder={standardNames[kind]}
      dir="ltr"
      value={names[kind] ?? ''}
      error={wrongName(names[kind])}
      onText={(text) => nameIt(kind, text.trim())}
    />
  );
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <h3>{t('integrations.sender.tries')}</h3>
      <div className={styles.fields}>
        <Field
          {...form.text('maxAttempts', withLatinNumbers)}
          label={t('integrations.sender.attempts')}
          dir="ltr"
          inputMode="numeric"
        />
        <Field
          {...form.text('windowSeconds', withLatinNumbers)}
          label={t('integrations.sender.window')}
          dir="ltr"
          inputMode="numeric"
        />
      </div>
      <RadioCards
        legend={t('integrations.sender.timestamp')}
        value={form.values.timestamp}
        cards={timestamps.map((value) => ({
          value,
          label: t(`integrations.sender.${value}`),
          text: t(`integrations.sender.${value}Text`),
        }))}
        onChange={(timestamp) => form.set({ timestamp })}
      />
      <Collapsible title={t('integrations.sender.names')}>
        <p className={styles.hint}>{t('integrations.sender.namesText')}</p>
        <div className={styles.fields}>
          {occurrenceKinds.map(nameField)}
          <Field
            {...form.text('testName', (text) => text.trim())}
            label={t('integrations.sender.testName')}
            dir="ltr"
          />
        </div>
      </Collapsible>
      <ProblemNote of={form.failure} />
      <SaveRow busy={busy} isChanged={form.isChanged} isRight={form.isRight} isSaved={form.isSaved} />
    </form>
  );
}
