import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import section from '../../../ui/components/layout/page-section.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { describeWriting } from '../../../ui/language/describe-writing.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import folders from '../folder-choice.module.css';
import styles from '../maintenance/maintenance-page.module.css';

export function BundleSection() {
  const { t, words, language } = useLanguage();
  const { run, busy } = useTerminalCommand('diagnosis.bundle');
  const [file, setFile] = useState<string>();
  const form = useForm({
    id: 'bundle',
    initial: { folder: '' },
    check: ({ folder }) => ({ folder: folder.trim() === '' ? words.issues.blank : undefined }),
    send: ({ folder }) => run({ folder: folder.trim() }),
    onDone: (done) => setFile(done.file),
  });
  return (
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
      <div className={folders.folder}>
        <Field {...form.text('folder')} dir="ltr" label={t('month.folder')} maxLength={1000} />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t(busy ? 'diagnosis.writing' : 'diagnosis.write')}
        </Button>
      </div>
      <Box component="p" role="status" className={common.wrap} miw={0}>
        {file !== undefined && form.isSaved && t('diagnosis.written', { file: `\u2068${file}\u2069` })}
      </Box>
      {form.failure && <Note tone="red">{describeWriting(form.failure, t, language)}</Note>}
    </form>
  );
}
