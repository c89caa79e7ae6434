import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandInput, CommandName } from '../../../../shared/contract/index.ts';
import forms from '../../../ui/components/forms/forms.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

type TrialName = Extract<CommandName, `device.try${string}`>;

interface DeviceTrialProps<N extends TrialName> {
  readonly command: N;
  readonly input: CommandInput<N> | undefined;
  readonly label: string;
  readonly done: string;
}

export function DeviceTrial<N extends TrialName>({ command, input, label, done }: DeviceTrialProps<N>) {
  const { t } = useLanguage();
  const { run, busy, failure, forget } = useTerminalCommand(command);
  const [triedWith, setTriedWith] = useState<string>();
  const text = JSON.stringify(input);
  const attempt = async () => {
    setTriedWith(undefined);
    if (input === undefined) return;
    forget();
    if ((await run(input))?.ok) setTriedWith(text);
  };
  const isDisabled = busy || input === undefined;
  return (
    <>
      <FailureNote of={failure} />
      <div className={forms.buttons}>
        <Button
          variant="default"
          aria-disabled={isDisabled}
          {...(input === undefined && { 'data-disabled': true })}
          onClick={() => void attempt()}
        >
          {busy ? t('devices.trying') : label}
        </Button>
        <div className={forms.result} role="status">
          {triedWith !== undefined && triedWith === text && <StateMark tone="good">{done}</StateMark>}
        </div>
      </div>
    </>
  );
}
