import { Box, Button, Flex, Text } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleMinus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import {
  type GoLiveRow,
  type GoLiveRowView,
  type GoLiveState,
  type GoLiveView,
  isWaivableRow,
  missingOf,
} from '../../../shared/go-live.ts';
import {
  describeGoLive,
  describeWaiver,
  goLiveRowName,
  goLiveSentence,
  goLiveStateName,
} from '../../../shared/words/go-live.ts';
import common from '../../ui/components/common.module.css';
import checks from '../../ui/components/forms/check-list.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf, type Route } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './go-live-list.module.css';
import type { GoLiveChecklist } from './use-go-live.ts';

export function GoLiveList({ goLive: { view, refusals } }: { goLive: GoLiveChecklist }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('goLive.waive');
  const list = useRef<HTMLElement>(null);
  // The list may be longer than the page.
  useEffect(() => {
    if (refusals > 0) list.current?.scrollIntoView({ block: 'start' });
  }, [refusals]);
  if (view === undefined) return <p role="status">{t('setup.goLive.checking')}</p>;
  const missing = missingOf(view);
  const refused = { code: 'go-live-missing', detail: { rows: missing.join(', ') } } as const;
  return (
    <section ref={list} className={styles.list} aria-labelledby="go-live">
      <h2 id="go-live">{t('setup.goLive.title')}</h2>
      <Text inherit lh={1.6} c="dimmed" mb="0.5rem">
        {t(missing.length === 0 ? 'setup.goLive.ready' : 'setup.goLive.lead')}
      </Text>
      {refusals > 0 && missing.length > 0 && <Note tone="red">{goLiveSentence(refused, language)}</Note>}
      <Box component="ul" className={checks.list} m="0 0 1rem">
        {view.rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            onScreen={view.onScreen}
            busy={busy}
            onWaive={(waived) => {
              if (isWaivableRow(row.id)) void run({ row: row.id, waived });
            }}
          />
        ))}
      </Box>
      <FailureNote of={failure} />
    </section>
  );
}

const icons: Readonly<Record<GoLiveState, typeof IconCircleMinus>> = {
  done: IconCircleCheckFilled,
  missing: IconAlertTriangleFilled,
  waived: IconCircleMinus,
};

const tones = { done: 'good', missing: 'amber', waived: 'off' } as const satisfies Record<
  GoLiveState,
  string
>;

interface RowProps {
  readonly row: GoLiveRowView;
  readonly onScreen: GoLiveView['onScreen'];
  readonly busy: boolean;
  onWaive(waived: boolean): void;
}

function Row({ row, onScreen, busy, onWaive }: RowProps) {
  const { t, language, format } = useLanguage();
  const { id, state, mayBeWaived, detail } = row;
  const Icon = icons[state];
  return (
    <li className={checks.row} data-state={state}>
      <Icon size={22} className={`${common.tone} ${checks.icon}`} data-tone={tones[state]} aria-hidden />
      <div className={`${checks.text} ${styles.text}`}>
        <h3>{goLiveRowName(id, language)}</h3>
        <p className={styles.state}>{goLiveStateName(state, language)}</p>
        <p>{describeGoLive(row, language)}</p>
        {detail.by !== undefined && detail.at !== undefined && (
          <p>{describeWaiver(detail.by, format.dateTime(detail.at), language)}</p>
        )}
        {state !== 'done' && (
          <Flex wrap="wrap" gap="sm" mt="0.5rem">
            <Button component="a" variant="default" href={hashOf(wayTo(id, onScreen))}>
              {t(`setup.goLive.open.${id}`)}
            </Button>
            {state === 'missing' && mayBeWaived && (
              <Confirm
                label={t('setup.goLive.waive')}
                question={t('setup.goLive.waiveSure')}
                tone="plain"
                busy={busy}
                onConfirm={() => onWaive(true)}
              />
            )}
            {state === 'waived' && (
              <Button variant="default" aria-disabled={busy} onClick={() => onWaive(false)}>
                {t('setup.goLive.takeBack')}
              </Button>
            )}
          </Flex>
        )}
      </div>
    </li>
  );
}

/**
 * Returns the page on which a row can be settled. A trial sale is made in simulation, which may have to be set up
 * first.
 */
function wayTo(row: GoLiveRow, onScreen: GoLiveView['onScreen']): Route {
  switch (row) {
    case 'articles':
      return { screen: 'articles', page: 'list' };
    case 'people':
    case 'limits':
      return { screen: 'settings', page: 'people' };
    case 'shifts':
      return { screen: 'shift' };
    case 'printer':
      return { screen: 'settings', page: 'printing' };
    case 'backup':
      return { screen: 'settings', page: 'maintenance' };
    case 'clock':
      return { screen: 'settings', page: 'diagnosis' };
    case 'sale':
    case 'clearance':
      return onScreen === 'simulation' ? { screen: 'sale' } : { screen: 'setup', environment: 'simulation' };
  }
}
