import { Button } from '@mantine/core';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import folders from '../folder-choice.module.css';
import styles from '../maintenance/maintenance-page.module.css';

export function UpdateFolder() {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('update.lookIn');
  const form = useForm({
    id: 'update-folder',
    initial: { folder: '' },
    check: ({ folder }) => ({ folder: folder.trim() === '' ? words.issues.blank : undefined }),
    send: ({ folder }) => run({ folder: folder.trim() }),
  });
  return (
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
      <div className={folders.folder}>
        <Field {...form.text('folder')} dir="ltr" label={t('updates.folder')} maxLength={1000} />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t(busy ? 'updates.looking' : 'updates.lookIn')}
        </Button>
      </div>
      <FailureNote of={form.failure} />
    </form>
  );
}
