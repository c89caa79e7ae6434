import { Flex } from '@mantine/core';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { FixAction } from '../alarms/fix-action.tsx';

const day = 24 * 60 * 60 * 1000;
/** The number of days after which a backup is old: one is made each day. */
const old = 2;

/** The age of the last backup in a sentence, with a link to the backups. @param now milliseconds since 1970 */
export function BackupAge({ now }: { readonly now: number }) {
  return (
    <Flex component="p" wrap="wrap" align="center" gap="0.5rem 1.5rem" m={0}>
      <Age now={now} />
      <FixAction fix="backups" />
    </Flex>
  );
}

function Age({ now }: { readonly now: number }) {
  const { t, format } = useLanguage();
  const backups = useTerminalQuery('maintenance.backups', {}).data;
  if (backups === undefined) return null;
  const { last, failingSince } = backups;
  if (failingSince !== undefined)
    return (
      <StateMark tone="amber">{t('backups.age.failing', { since: format.dateTime(failingSince) })}</StateMark>
    );
  if (last === undefined) return <StateMark tone="off">{t('backups.age.none')}</StateMark>;
  const days = Math.max(0, Math.floor((now - Date.parse(last.at)) / day));
  return (
    <StateMark tone={days < old ? 'good' : 'amber'}>
      {days === 0
        ? t('backups.age.fresh', { at: format.dateTime(last.at) })
        : t('backups.age.old', { count: days })}
    </StateMark>
  );
}
