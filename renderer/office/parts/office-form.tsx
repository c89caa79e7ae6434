import type { ReactNode } from 'react';
import type { OfficeFailure } from '../../../shared/office/failure.ts';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import type { Form } from '../../ui/components/forms/use-form.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useOfficeWords } from '../use-office-words.ts';

interface OfficeFormProps {
  readonly form: Pick<Form<object, OfficeFailure>, 'onSubmit' | 'failure'>;
  readonly label: string;
  readonly busy: boolean;
  readonly result?: ReactNode;
  readonly children: ReactNode;
  onCancel(): void;
}

export function OfficeForm({ form, label, busy, result, children, onCancel }: OfficeFormProps) {
  const { say } = useOfficeWords();
  return (
    <form onSubmit={form.onSubmit} className={forms.form} noValidate>
      {children}
      {form.failure && <Note tone="red">{say(form.failure)}</Note>}
      {result}
      <FormButtons label={label} busy={busy} onCancel={onCancel} />
    </form>
  );
}
