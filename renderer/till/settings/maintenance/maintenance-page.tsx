import { Box, Button, Flex } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import common from '../../../ui/components/common.module.css';
import { DayField } from '../../../ui/components/forms/day-field.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { OpenToAll } from '../../../ui/components/marks/open-to-all.tsx';
import { describeWriting } from '../../../ui/language/describe-writing.ts';
import { timeSeenFrom } from '../../../ui/language/format.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { isWrongDay } from '../../../ui/language/read-day.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { BackupsSection } from './maintenance-backups.tsx';
import styles from './maintenance-page.module.css';

export function MaintenancePage() {
  const { t } = useLanguage();
  return (
    <Page title={t('maintenance.backups')} lead={t('maintenance.lead')}>
      <BackupsSection />
      <h2>{t('maintenance.export')}</h2>
      <p className={page.lead}>{t('maintenance.exportLead')}</p>
      <ExportSection />
      <h2>{t('maintenance.check')}</h2>
      <p className={page.lead}>{t('maintenance.checkLead')}</p>
      <Comparison />
      <CheckSection />
    </Page>
  );
}

/** The progress of the comparison that the program makes by itself. */
function Comparison() {
  const { t, format } = useLanguage();
  const status = useStatus();
  const now = useTerminalQuery('maintenance.comparison', {}, { refetchInterval: 2_000 }).data;
  if (status === undefined || now === undefined) return null;
  const { at, done = 0, of } = now;
  const told =
    of !== undefined
      ? t('maintenance.comparing', { done: format.count(done), of: format.count(of) })
      : at && t('maintenance.compared', { when: timeSeenFrom(at, status.now, format) });
  return told ? <p className={page.lead}>{told}</p> : null;
}

function CheckSection() {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('maintenance.check');
  const [found, setFound] = useState<CommandOutput<'maintenance.check'>>();
  const check = async () => {
    setFound(undefined);
    const answer = await run({});
    if (answer?.ok) setFound(answer.value);
  };
  return (
    <div className={`${section.section} ${styles.section}`}>
      <div className={styles.action}>
        <Button variant="default" aria-disabled={busy} onClick={() => void check()}>
          {t(busy ? 'maintenance.checking' : 'maintenance.checkNow')}
        </Button>
        <Box role="status" className={common.wrap} miw={0}>
          {found !== undefined && found.broken === undefined && (
            <Flex component="p" align="center" gap="0.5rem" fw={600} c="var(--seal)">
              <IconCircleCheckFilled size={22} aria-hidden />
              {t('maintenance.whole', { count: found.documents })}
            </Flex>
          )}
        </Box>
      </div>
      {found?.broken !== undefined && (
        <Note tone="red">
          <p className={styles.broken}>{t('maintenance.broken')}</p>
          {/* The detail is in English, for the support team. */}
          <bdi lang="en" dir="ltr">
            {found.broken}
          </bdi>
        </Note>
      )}
      <FailureNote of={failure} />
    </div>
  );
}

function ExportSection() {
  const { t, words, language } = useLanguage();
  const { run, busy } = useTerminalCommand('maintenance.export');
  const [done, setDone] = useState<CommandOutput<'maintenance.export'>>();
  const form = useForm({
    id: 'export',
    initial: { folder: '', from: '', to: '' },
    check: ({ folder, from, to }) => ({
      folder: folder.trim() === '' ? words.issues.blank : undefined,
      from: isWrongDay(from) ? t('search.dayWrong') : undefined,
      to: isWrongDay(to)
        ? t('search.dayWrong')
        : to.trim() !== '' && to.trim() < from.trim()
          ? t('search.orderWrong')
          : undefined,
    }),
    send: ({ folder, from, to }) =>
      run({
        folder: folder.trim(),
        ...(from.trim() !== '' && { from: from.trim() }),
        ...(to.trim() !== '' && { to: to.trim() }),
      }),
    onDone: setDone,
  });
  return (
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
      <div className={styles.export}>
        <Field {...form.text('folder')} dir="ltr" label={t('maintenance.exportFolder')} maxLength={1000} />
        <DayField {...form.text('from', withLatinNumbers)} label={t('search.from')} />
        <DayField {...form.text('to', withLatinNumbers)} label={t('search.to')} />
      </div>
      <div className={styles.action}>
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t(busy ? 'maintenance.exporting' : 'maintenance.export')}
        </Button>
        <Box role="status" className={common.wrap} miw={0}>
          {done === undefined || !form.isSaved ? (
            <span className={common.soft}>{t('maintenance.allDays')}</span>
          ) : (
            <Exported done={done} />
          )}
        </Box>
      </div>
      {form.failure && <Note tone="red">{describeWriting(form.failure, t, language)}</Note>}
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
      <p className={common.soft}>{t('maintenance.sums', { file: `\u2068${sums}\u2069` })}</p>
      <OpenToAll of={done} />
    </>
  );
}
