import { Box, Text } from '@mantine/core';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { usePinCheck } from '../../../ui/components/forms/check-pin.ts';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { StepPage } from './step-page.tsx';

/**
 * The step for the first person of a terminal, a manager. Name and PIN stay in this window until the terminal has
 * accepted them.
 */
export function ManagerStep() {
  const { t, words, language } = useLanguage();
  const { run, busy } = useTerminalCommand('people.save');
  const checkPin = usePinCheck();
  const form = useForm({
    id: 'manager',
    initial: { name: '', pin: '', again: '' },
    check: ({ name, pin, again }) => ({
      name: name.trim() === '' ? words.issues.blank : undefined,
      ...checkPin(pin, again),
    }),
    // The first person added is signed in at once.
    send: ({ name, pin }) => run({ name, role: 'manager', pin }),
  });

  return (
    <StepPage
      title={t('setup.manager.title')}
      lead={t('setup.manager.lead')}
      action={{ label: t('app.goOn'), busy, run: () => void form.submit() }}
    >
      <Box maw="24rem">
        <Field {...form.text('name')} label={t('setup.manager.name')} dir="auto" maxLength={60} />
        {(['pin', 'again'] as const).map((field) => (
          <Field
            key={field}
            {...form.text(field, withLatinNumbers)}
            type="password"
            inputMode="numeric"
            dir="ltr"
            label={t(`settings.people.${field}`)}
            maxLength={12}
          />
        ))}
      </Box>
      {form.failure ? (
        <Note tone="red">{describeFailure(form.failure, language)}</Note>
      ) : (
        <Text inherit lh={1.6} c="dimmed">
          {t('setup.manager.note')}
        </Text>
      )}
    </StepPage>
  );
}
