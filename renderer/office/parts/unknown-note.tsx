import { Box } from '@mantine/core';
import type { UnknownTill } from '../../../shared/office/documents.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { useOfficeWords } from '../use-office-words.ts';

/** Tills named in one note; the list of tills has all of them. */
const mostNames = 5;

/** Names what is unknown about the figures beside it; nothing if they are complete. */
export function UnknownNote({ tills, now }: { tills: readonly UnknownTill[]; now: string }) {
  const { t, when } = useOfficeWords();
  if (tills.length === 0) return null;
  return (
    <Note tone="amber">
      {t('documents.unknown', { count: tills.length })}
      <Box component="ul" m={0} ps="1.25rem">
        {tills.slice(0, mostNames).map(({ device, name, since }) => (
          <li key={device}>
            {since === null
              ? t('documents.unknownAll', { name })
              : t('documents.unknownTill', { name, time: when(since, now) })}
          </li>
        ))}
      </Box>
    </Note>
  );
}
