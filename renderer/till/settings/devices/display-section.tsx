import { displayColumns } from '../../../../shared/contract/till/devices.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { DeviceConnection } from './device-connection.tsx';
import type { DevicePartProps } from './device-part.ts';
import { DeviceTrial } from './device-trial.tsx';
import type { DeviceValues } from './device-values.ts';

const connections = ['none', 'network', 'path'] as const;
const words = ['welcome', 'total', 'change', 'item'] as const;

export function DisplaySection({ form, isWrong, typed }: DevicePartProps) {
  const { t } = useLanguage();
  const { displayBy, display } = form.values;
  return (
    <section>
      <h3>{t('devices.display.title')}</h3>
      <p className={page.lead}>{t('devices.display.lead')}</p>
      <RadioCards<DeviceValues['displayBy']>
        legend={t('devices.display.legend')}
        value={displayBy}
        onChange={(by) => form.set({ displayBy: by })}
        cards={connections.map((value) => ({ value, label: t(`devices.display.by.${value}`) }))}
      />
      {displayBy !== 'none' && (
        <>
          <div className={forms.gap}>
            <DeviceConnection
              id="devices-display"
              by={displayBy}
              values={display}
              isWrong={(field) => isWrong(`display.${field}`)}
              onChange={(line) => form.set({ display: line })}
            />
          </div>
          <div className={forms.fields}>
            {words.map((word) => (
              <Field
                key={word}
                id={`devices-display-${word}`}
                label={t(`devices.display.${word}`)}
                dir="ltr"
                maxLength={displayColumns}
                value={form.values.words[word]}
                error={isWrong(`display.words.${word}`) ? t('devices.display.wrongWord') : undefined}
                onText={(text) => form.set({ words: { ...form.values.words, [word]: text } })}
              />
            ))}
          </div>
          <DeviceTrial
            command="device.tryDisplay"
            input={typed?.display}
            label={t('devices.display.try')}
            done={t('devices.display.done')}
          />
        </>
      )}
    </section>
  );
}
