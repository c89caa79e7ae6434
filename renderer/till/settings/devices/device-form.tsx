import type { ReactNode } from 'react';
import forms from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import type { Form } from '../../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';

interface DeviceFormProps<V extends object> {
  readonly form: Form<V>;
  readonly busy: boolean;
  readonly isRight: boolean;
  /** Called when a person tries to save: from then on the fields show their errors. */
  onAttempt(): void;
  readonly children: ReactNode;
}

export function DeviceForm<V extends object>({
  form,
  busy,
  isRight,
  onAttempt,
  children,
}: DeviceFormProps<V>) {
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
        <FailureNote of={form.failure} />
        <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
      </div>
    </form>
  );
}
