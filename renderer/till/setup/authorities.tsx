import { Box, Button, Flex } from '@mantine/core';
import common from '../../ui/components/common.module.css';
import page from '../../ui/components/layout/page.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

/** The certificate authorities that the current environment trusts in addition to the usual ones. */
export function Authorities() {
  const { t, format } = useLanguage();
  const authorities = useTerminalQuery('network.get', {}).data?.authorities ?? [];
  const add = useTerminalCommand('network.addAuthority');
  const remove = useTerminalCommand('network.removeAuthority');
  const failure = add.failure ?? remove.failure;
  const take = async (file: File | undefined) => {
    if (file !== undefined) await add.run({ pem: await file.text() });
  };
  return (
    <>
      <p className={page.lead}>{t('settings.network.authorities')}</p>
      {authorities.map(({ fingerprint, subject, validTo, fromPolicy }) => (
        <Flex key={fingerprint} align="center" gap="md" wrap="wrap" mih="4rem">
          <span className={`${common.strong} ${common.grow}`}>
            <bdi dir="ltr">{subject}</bdi>
          </span>
          <span className={common.soft}>{t('settings.network.until', { date: format.date(validTo) })}</span>
          {fromPolicy ? (
            <span className={common.soft}>{t('settings.network.byPolicy')}</span>
          ) : (
            <Button variant="subtle" color="gray" onClick={() => void remove.run({ fingerprint })}>
              {t('settings.network.remove')}
            </Button>
          )}
        </Flex>
      ))}
      <Box my="1.25rem">
        <Button component="label" variant="default">
          {t('settings.network.add')}
          <input
            type="file"
            accept=".pem,.crt,.cer"
            hidden
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </Button>
      </Box>
      <FailureNote of={failure} />
    </>
  );
}
