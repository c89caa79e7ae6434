import {
  type DrawerPin,
  type DrawerUse,
  drawerPins,
  drawerUses,
} from '../../../../shared/contract/till/devices.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import type { DevicePartProps } from './device-part.ts';
import { DeviceTrial } from './device-trial.tsx';

const nameOf = (pin: DrawerPin) => `pin${pin}` as const;

export function DrawerSection({ form, typed }: DevicePartProps) {
  const { t } = useLanguage();
  const { use, pin } = form.values;
  return (
    <section>
      <h3>{t('devices.drawer.title')}</h3>
      <p className={page.lead}>{t('devices.drawer.lead')}</p>
      <RadioCards<DrawerUse>
        legend={t('devices.drawer.legend')}
        value={use}
        onChange={(chosen) => form.set({ use: chosen })}
        cards={drawerUses.map((value) => ({
          value,
          label: t(`devices.drawer.use.${value}`),
          text: t(`devices.drawer.useText.${value}`),
        }))}
      />
      {use !== 'none' && (
        <>
          <div className={forms.gap}>
            <RadioCards<string>
              legend={t('devices.drawer.pin')}
              value={nameOf(pin)}
              onChange={(name) => form.set({ pin: drawerPins.find((one) => nameOf(one) === name) ?? pin })}
              cards={drawerPins.map((one) => ({
                value: nameOf(one),
                label: t(`devices.drawer.pins.${nameOf(one)}`),
              }))}
            />
          </div>
          <DeviceTrial
            command="device.tryDrawer"
            input={typed && { printer: typed.printer, pin }}
            label={t('devices.drawer.try')}
            done={t('devices.drawer.done')}
          />
        </>
      )}
    </section>
  );
}
