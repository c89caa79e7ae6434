import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import { latinDigits } from '../format.ts';
import { useLanguage } from '../language.tsx';
import { useTerminalCommand } from '../use-terminal-command.ts';
import { describeWriting } from './describe-writing.ts';
import styles from './maintenance-page.module.css';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Documents of some days, or all, as files. */
export function ExportSection() {
  const { t, words, language } = useLanguage();
  const { run, busy, failure, forget } = useTerminalCommand('maintenance.export');
  const [typed, setTyped] = useState({ folder: '', from: '', to: '' });
  const [attempted, setAttempted] = useState(false);
  const [done, setDone] = useState<CommandOutput<'maintenance.export'>>();
  const day = (name: 'from' | 'to') => latinDigits(typed[name]).trim();
  const isDay = (text: string) => text === '' || dayPattern.test(text);
  const wrong = {
    folder: typed.folder.trim() === '' ? words.issues.blank : undefined,
    from: isDay(day('from')) ? undefined : t('search.dayWrong'),
    to: !isDay(day('to'))
      ? t('search.dayWrong')
      : day('to') !== '' && day('to') < day('from')
        ? t('search.orderWrong')
        : undefined,
  };
  const field = (name: keyof typeof typed) => ({
    id: `export-${name}`,
    dir: 'ltr' as const,
    value: typed[name],
    error: attempted ? wrong[name] : undefined,
    onText: (text: string) => {
      setTyped({ ...typed, [name]: text });
      setDone(undefined);
      forget();
    },
  });
  const exportDays = async () => {
    setAttempted(true);
    const first = (['folder', 'from', 'to'] as const).find((name) => wrong[name] !== undefined);
    if (first !== undefined) {
      document.getElementById(`export-${first}`)?.focus();
      return;
    }
    const answer = await run({
      folder: typed.folder.trim(),
      ...(day('from') !== '' && { from: day('from') }),
      ...(day('to') !== '' && { to: day('to') }),
    });
    if (answer?.ok) setDone(answer.value);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void exportDays();
  };
  return (
    <form className={styles.section} onSubmit={onSubmit} noValidate>
      <div className={styles.export}>
        <Field
          {...field('folder')}
          className={styles.wide}
          label={t('maintenance.exportFolder')}
          maxLength={1000}
        />
        <Field {...field('from')} label={t('search.from')} placeholder="2026-11-01" />
        <Field {...field('to')} label={t('search.to')} placeholder="2026-11-30" />
      </div>
      <div className={styles.action}>
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t(busy ? 'maintenance.exporting' : 'maintenance.exportNow')}
        </Button>
        <div role="status" className={styles.result}>
          {done === undefined ? (
            <span className={styles.soft}>{t('maintenance.allDays')}</span>
          ) : (
            <Exported done={done} />
          )}
        </div>
      </div>
      {failure && <Note tone="red">{describeWriting(failure, t, language)}</Note>}
    </form>
  );
}

function Exported({ done }: { done: CommandOutput<'maintenance.export'> }) {
  const { t, format } = useLanguage();
  const { documents, written, sums } = done;
  return (
    <>
      <p>
        {t('maintenance.exported', {
          count: documents,
          written: format.count(written),
        })}
      </p>
      <p className={styles.soft}>{t('maintenance.sums', { file: `\u2068${sums}\u2069` })}</p>
    </>
  );
}
