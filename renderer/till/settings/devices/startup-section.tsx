import { Box, Button } from '@mantine/core';
import { type TextSize, textSizes } from '../../../../shared/contract/terminal/startup.ts';
import { ByPolicy } from '../../../ui/components/by-policy.tsx';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

export function StartupSection() {
  const { t } = useLanguage();
  const startup = useTerminalQuery('startup.get', {}).data?.startup;
  const set = useTerminalCommand('startup.set');
  const leave = useTerminalCommand('startup.leaveKiosk');
  if (startup === undefined) return null;
  const failure = set.failure ?? leave.failure;
  return (
    <section aria-label={t('startup.title')}>
      <h3>{t('startup.title')}</h3>
      {startup.autostart !== undefined && (
        <ByPolicy field="autostart">
          <Toggle
            label={t('startup.autostart')}
            text={t('startup.autostartText')}
            checked={startup.autostart}
            busy={set.busy}
            onChange={(autostart) => void set.run({ autostart })}
          />
        </ByPolicy>
      )}
      <ByPolicy field="kiosk">
        <Toggle
          label={t('startup.kiosk')}
          text={t('startup.kioskText')}
          checked={startup.kiosk}
          busy={set.busy}
          onChange={(kiosk) => void set.run({ kiosk })}
        />
      </ByPolicy>
      <div>
        <Box component="p" fw={600} my="0.75rem 0.25rem" id="text-size">
          {t('startup.textSize')}
        </Box>
        <Choice
          aria-labelledby="text-size"
          value={String(startup.textSize)}
          onChange={(chosen) => void set.run({ textSize: Number(chosen) as TextSize })}
          data={textSizes.map((percent) => ({
            value: String(percent),
            label: <bdi dir="ltr">{percent}%</bdi>,
          }))}
        />
      </div>
      {startup.isLocked && (
        <Box className={common.buttons} mt="sm">
          <Button variant="default" aria-disabled={leave.busy} onClick={() => void leave.run({})}>
            {t('startup.leave')}
          </Button>
        </Box>
      )}
      <FailureNote of={failure} />
    </section>
  );
}
