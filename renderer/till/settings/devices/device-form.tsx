import type { ReactNode } from 'react';
import { describeFailure } from '../../../../shared/words/index.ts';
import forms from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import type { Form } from '../../../ui/components/forms/use-form.ts';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';

interface DeviceFormProps<V> {
  readonly form: Form<V>;
  readonly busy: boolean;
  readonly isRight: boolean;
  /** Called when a person tries to save: from then on the fields show their errors. */
  onAttempt(): void;
  readonly children: ReactNode;
}

export function DeviceForm<V>({ form, busy, isRight, onAttempt, children }: DeviceFormProps<V>) {
  const { language } = useLanguage();
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onAttempt();
        if (isRight) void form.submit();
      }}
    >
      {children}
      <div className={forms.end}>
        {form.failure && <Note tone="red">{describeFailure(form.failure, language)}</Note>}
        <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
      </div>
    </form>
  );
}
