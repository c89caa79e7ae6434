import { useState } from 'react';
import type { Devices } from '../../../../shared/contract/till/devices.ts';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Page } from '../../../ui/components/layout/page.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { CardTerminalSection } from './card-terminal-section.tsx';
import { DeviceForm } from './device-form.tsx';
import type { DevicePartProps } from './device-part.ts';
import { devicesOf, valuesOf, wrongPlaces } from './device-values.ts';
import { DisplaySection } from './display-section.tsx';
import { DrawerSection } from './drawer-section.tsx';
import { OpenCardPayments } from './open-card-payments.tsx';
import { PrinterSection } from './printer-section.tsx';
import { StartupSection } from './startup-section.tsx';

export function DevicesPage() {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('device.settings', {});
  return (
    <Page title={t('devices.title')} lead={t('devices.lead')}>
      <FailureNote of={error} />
      <OpenCardPayments />
      {data && <DevicesForm saved={data} />}
      <StartupSection />
    </Page>
  );
}

function DevicesForm({ saved }: { saved: Devices }) {
  const { run, busy } = useTerminalCommand('device.setSettings');
  const [isAttempted, setAttempted] = useState(false);
  const form = useForm({
    id: 'devices',
    initial: valuesOf(saved),
    send: (values) => run(devicesOf(values)),
  });
  const wrong = wrongPlaces(form.values);
  const parts: DevicePartProps = {
    form,
    isWrong: (place) => isAttempted && wrong.has(place),
    typed: wrong.size === 0 ? devicesOf(form.values) : undefined,
  };
  return (
    <DeviceForm form={form} busy={busy} isRight={wrong.size === 0} onAttempt={() => setAttempted(true)}>
      <PrinterSection {...parts} />
      <DrawerSection {...parts} />
      <DisplaySection {...parts} />
      <CardTerminalSection {...parts} saved={saved.card} />
    </DeviceForm>
  );
}
