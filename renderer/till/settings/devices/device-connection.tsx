import { bauds, type Connection } from '../../../../shared/contract/till/devices.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { Field } from '../../../ui/components/forms/field.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import type { LineValues } from './device-values.ts';

interface DeviceConnectionProps {
  readonly id: string;
  readonly by: Connection['by'];
  readonly values: LineValues;
  readonly isWrong: (field: 'host' | 'port' | 'path') => boolean;
  readonly onChange: (values: LineValues) => void;
}

export function DeviceConnection({ id, by, values, isWrong, onChange }: DeviceConnectionProps) {
  const { t } = useLanguage();
  const set = (change: Partial<LineValues>) => onChange({ ...values, ...change });
  if (by === 'network')
    return (
      <div className={forms.fields}>
        <Field
          id={`${id}-host`}
          label={t('devices.host')}
          dir="ltr"
          value={values.host}
          error={isWrong('host') ? t('devices.wrongHost') : undefined}
          onText={(host) => set({ host })}
        />
        <Field
          id={`${id}-port`}
          label={t('devices.port')}
          dir="ltr"
          inputMode="numeric"
          value={values.port}
          error={isWrong('port') ? t('devices.wrongPort') : undefined}
          onText={(port) => set({ port: withLatinNumbers(port) })}
        />
      </div>
    );
  return (
    <div className={forms.fields}>
      <Field
        id={`${id}-path`}
        label={t('devices.path')}
        dir="ltr"
        value={values.path}
        error={isWrong('path') ? t('devices.wrongPath') : undefined}
        onText={(path) => set({ path })}
      />
      <SelectField<string>
        id={`${id}-baud`}
        label={t('devices.baud')}
        value={values.baud}
        options={bauds.map((baud) => ({ value: String(baud), label: String(baud) }))}
        onChange={(baud) => set({ baud })}
      />
    </div>
  );
}
