import { Box, Button, Flex } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { MonthFile } from '../../../shared/contract/till/month.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { SelectField } from '../../ui/components/forms/select-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import page from '../../ui/components/layout/page.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { OpenToAll } from '../../ui/components/marks/open-to-all.tsx';
import { describeWriting } from '../../ui/language/describe-writing.ts';
import { riyadhDateAndTime } from '../../ui/language/format.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { moved, periodOf } from '../../ui/language/period.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './month.module.css';

export function MonthScreen({ status }: { status: TerminalStatus }) {
  const { t } = useLanguage();
  const { data: file, error } = useTerminalQuery('month.get', {});
  return (
    <main className={page.page}>
      <div className={page.inner}>
        <Flex align="center" justify="space-between" gap="md" mb="0.5rem">
          <h1 className={common.heading}>{t('month.title')}</h1>
          <Button component="a" variant="default" href={hashOf({ screen: 'reports', report: 'articles' })}>
            {t('reports.title')}
          </Button>
        </Flex>
        <p className={page.lead}>{t('month.lead')}</p>
        {error && <LoadError error={error} />}
        {file?.state === 'working' && <Working {...file} />}
        {file?.state === 'unfinished' && <Unfinished {...file} />}
        {(file?.state === 'none' || file?.state === 'made') && (
          <MonthForm
            today={riyadhDateAndTime(status.now).date}
            folder={'folder' in file ? file.folder : ''}
          />
        )}
        {file?.state === 'made' && <Made {...file} />}
      </div>
    </main>
  );
}

/** The number of months to choose from: documents are kept for six years after a tax period, which may be a quarter. */
const monthsBack = 6 * 12 + 4;

function monthsUntil(today: string): string[] {
  const now = periodOf('month', today);
  return Array.from({ length: monthsBack }, (_, back) => moved('month', now, -back).from.slice(0, 7));
}

function MonthForm({ today, folder }: { today: string; folder: string }) {
  const { t, words, language, format } = useLanguage();
  const { run, busy } = useTerminalCommand('month.make');
  const choose = useTerminalCommand('startup.chooseFolder');
  const hasWindow = useTerminalQuery('startup.get', {}).data?.startup !== undefined;
  const [newest = '', ...earlier] = monthsUntil(today);
  const [month, setMonth] = useState(earlier[0] ?? newest);
  const form = useForm({
    id: 'month',
    initial: { folder },
    check: (values) => ({ folder: values.folder.trim() === '' ? words.issues.blank : undefined }),
    send: (values) => run({ month, folder: values.folder.trim(), language }),
  });
  async function chooseFolder() {
    const chosen = await choose.run({ from: form.values.folder.trim() });
    if (chosen?.ok === true && chosen.value.folder !== undefined) form.set({ folder: chosen.value.folder });
  }
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <SelectField
        id="month-name"
        className={styles.month}
        label={t('month.month')}
        value={month}
        options={[newest, ...earlier].map((value) => ({
          value,
          label: value === newest ? t('month.soFar', { month: format.month(value) }) : format.month(value),
        }))}
        onChange={setMonth}
      />
      <div className={styles.folder} data-chooses={hasWindow || undefined}>
        <Field
          {...form.text('folder')}
          dir="ltr"
          label={t('month.folder')}
          placeholder={t('maintenance.folderHint', { example: `\u2066${exampleFolder}\u2069` })}
          maxLength={1000}
        />
        {hasWindow && (
          <Button
            variant="default"
            className={common.below}
            aria-disabled={choose.busy}
            onClick={() => void chooseFolder()}
          >
            {t('month.choose')}
          </Button>
        )}
      </div>
      {form.failure && <Note tone="red">{describeWriting(form.failure, t, language)}</Note>}
      <Button type="submit" size="xl" aria-disabled={busy}>
        {t('month.make')}
      </Button>
    </form>
  );
}

const exampleFolder = navigator.userAgent.includes('Windows') ? 'E:\\Khatm' : '/media/usb/khatm';

type InState<S extends MonthFile['state']> = Extract<MonthFile, { state: S }>;

function Working({ month, folder, done, of }: InState<'working'>) {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('month.stop');
  const isPacking = of === 0 || done < of;
  return (
    <section className={styles.work}>
      <h2>{format.month(month)}</h2>
      <Box component="bdi" dir="ltr" className={common.wrap} c="dimmed">
        {folder}
      </Box>
      <progress className={styles.progress} aria-label={t('month.bar')} max={Math.max(1, of)} value={done} />
      <p role="status">
        {isPacking
          ? t('month.progress', { done: format.count(done), of: format.count(of) })
          : t('month.finishing')}
      </p>
      <Button variant="default" size="xl" aria-disabled={busy} onClick={() => void run({})}>
        {t('month.stop')}
      </Button>
    </section>
  );
}

function Unfinished({ month, folder, failure }: InState<'unfinished'>) {
  const { t, language, format } = useLanguage();
  const make = useTerminalCommand('month.make');
  const drop = useTerminalCommand('month.drop');
  const refused = make.failure ?? drop.failure ?? failure;
  return (
    <section className={styles.work}>
      <Note tone={refused === undefined ? 'amber' : 'red'}>
        {t(refused === undefined ? 'month.stopped' : 'month.failed', { month: format.month(month) })}{' '}
        {refused && describeWriting(refused, t, language)}
      </Note>
      <Box component="bdi" dir="ltr" className={common.wrap} c="dimmed">
        {folder}
      </Box>
      <div className={common.buttons}>
        <Button
          size="xl"
          aria-disabled={make.busy}
          onClick={() => void make.run({ month, folder, language })}
        >
          {t('app.goOn')}
        </Button>
        <Button variant="default" size="xl" aria-disabled={drop.busy} onClick={() => void drop.run({})}>
          {t('month.drop')}
        </Button>
      </div>
    </section>
  );
}

function Made({ month, file, documents, bytes, isOpenToAll }: InState<'made'>) {
  const { t, format } = useLanguage();
  return (
    <div className={styles.made} role="status">
      <IconCircleCheckFilled size={24} aria-hidden />
      <div>
        <p>{t('month.made', { count: documents, month: format.month(month), size: format.size(bytes) })}</p>
        <Box component="bdi" dir="ltr" className={common.wrap} c="dimmed">
          {file}
        </Box>
        <OpenToAll of={{ isOpenToAll }} />
      </div>
    </div>
  );
}
