import {
  cardTerminals,
  type SimulatedOutcome,
  simulatedOutcomes,
} from '../../../../shared/contract/till/card.ts';
import type { Devices } from '../../../../shared/contract/till/devices.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import type { DevicePartProps } from './device-part.ts';
import { DeviceTrial } from './device-trial.tsx';

interface CardTerminalSectionProps extends DevicePartProps {
  readonly saved: Devices['card'];
}

export function CardTerminalSection({ form, typed, saved }: CardTerminalSectionProps) {
  const { t } = useLanguage();
  const { card } = form.values;
  return (
    <section>
      <h3>{t('devices.card.title')}</h3>
      <RadioCards<Devices['card']>
        legend={t('devices.card.legend')}
        value={card}
        onChange={(chosen) => form.set({ card: chosen })}
        cards={cardTerminals.map((value) => ({
          value,
          label: t(`devices.card.kind.${value}`),
          text: t(`devices.card.kindText.${value}`),
        }))}
      />
      {card !== 'none' && (
        <>
          <DeviceTrial
            command="device.tryCard"
            input={typed && { card }}
            label={t('devices.card.try')}
            done={t('devices.card.done')}
          />
          {saved === 'simulator' && <Practice />}
        </>
      )}
    </section>
  );
}

function Practice() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('card.terminal', {});
  const { run, failure } = useTerminalCommand('card.practise');
  if (data?.outcome === undefined) return null;
  return (
    <div className={forms.gap}>
      <RadioCards<SimulatedOutcome>
        legend={t('devices.card.practise')}
        value={data.outcome}
        onChange={(outcome) => void run({ outcome })}
        cards={simulatedOutcomes.map((value) => ({ value, label: t(`devices.card.outcome.${value}`) }))}
      />
      <FailureNote of={failure} />
    </div>
  );
}
