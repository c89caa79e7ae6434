import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Grant, hasItsBranches, type OfficePerson } from '../../../shared/office/people.ts';
import { CopyLine } from '../../ui/components/copy-line.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeCommand, useOfficeQuery } from '../office.ts';
import { OfficePage } from '../parts/office-page.tsx';
import { useOfficeWords } from '../use-office-words.ts';
import { GrantForm } from './grant-form.tsx';

interface NewLink {
  readonly name: string;
  readonly link: string;
}

export function PeopleScreen() {
  const { t } = useOfficeWords();
  const { data, error } = useOfficeQuery('person.list', {});
  const invite = useOfficeCommand('person.invite');
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewLink>();
  return (
    <OfficePage title={t('screens.people')} error={error}>
      {made !== undefined && (
        <div className={forms.gap}>
          <Link {...made} onDone={() => setMade(undefined)} />
        </div>
      )}
      {!isInviting && made === undefined && (
        <div className={forms.gap}>
          <Button onClick={() => setInviting(true)}>{t('people.invite')}</Button>
        </div>
      )}
      {isInviting && (
        <div className={forms.gap}>
          <section className={forms.card} data-open aria-label={t('people.invite')}>
            <GrantForm
              id="invite"
              action={t('people.make')}
              busy={invite.busy}
              onCancel={() => setInviting(false)}
              onSend={async ({ name, ...grant }) => {
                const invited = await invite.run({ name, ...grant });
                if (invited?.ok) {
                  setInviting(false);
                  setMade({ name, link: invited.value.link });
                }
                return invited;
              }}
            />
          </section>
        </div>
      )}
      {data?.people.map((person) => (
        <PersonCard key={person.person} person={person} onLink={setMade} />
      ))}
    </OfficePage>
  );
}

/** The link of an invitation; it is gone when it is closed. */
function Link({ name, link, onDone }: NewLink & { onDone(): void }) {
  const { t } = useOfficeWords();
  return (
    <section className={forms.card} data-open aria-label={t('people.link', { name })}>
      <p className={forms.hint}>{t('people.linkHint')}</p>
      <CopyLine label={t('people.link', { name })} value={`${location.origin}/office/#invitation=${link}`} />
      <div className={forms.buttons}>
        <Button onClick={onDone}>{t('people.done')}</Button>
      </div>
    </section>
  );
}

const tones = { invited: 'off', active: 'good', ended: 'amber', removed: 'off' } as const;

function PersonCard({ person, onLink }: { person: OfficePerson; onLink(made: NewLink): void }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  const grant = useGrantWords();
  const { name, email, role, until, state, lastSeen } = person;
  return (
    <section className={forms.card} aria-label={name} {...(state === 'removed' && { 'data-over': true })}>
      <div className={forms.head}>
        <div className={forms.about}>
          <span className={forms.name}>
            <Written text={name} />
          </span>
          {email !== null && (
            <span className={forms.soft}>
              <bdi dir="ltr">{email}</bdi>
            </span>
          )}
          <span className={forms.soft}>
            {t(`roles.${role}`)} · {grant(person)}
            {until !== null && ` · ${t('people.untilDay', { day: until })}`}
          </span>
          <span className={forms.soft}>
            {lastSeen === null
              ? t('people.neverSeen')
              : t('people.lastSeen', { time: format.dateTime(lastSeen) })}
          </span>
        </div>
        <StateMark tone={tones[state]}>{t(`people.states.${state}`)}</StateMark>
      </div>
      {state !== 'removed' && <Actions person={person} onLink={onLink} />}
    </section>
  );
}

function Actions({ person: existing, onLink }: { person: OfficePerson; onLink(made: NewLink): void }) {
  const { t, say } = useOfficeWords();
  const [isChanging, setChanging] = useState(false);
  const change = useOfficeCommand('person.change');
  const again = useOfficeCommand('person.inviteAgain');
  const signOut = useOfficeCommand('person.signOut');
  const remove = useOfficeCommand('person.remove');
  const { person, name } = existing;
  const failure = again.failure ?? signOut.failure ?? remove.failure;
  if (isChanging)
    return (
      <div className={forms.inside}>
        <GrantForm
          id={`person-${person}`}
          initial={existing}
          action={t('people.save')}
          busy={change.busy}
          onCancel={() => setChanging(false)}
          onSend={async ({ name: _, ...grant }) => {
            const changed = await change.run({ person, ...grant });
            if (changed?.ok) setChanging(false);
            return changed;
          }}
        />
      </div>
    );
  return (
    <>
      {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
      <div className={forms.buttons}>
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('people.change')}
        </Button>
        <Confirm
          label={t('people.again')}
          question={t('people.againSure', { name })}
          tone="plain"
          busy={again.busy}
          onConfirm={() =>
            void again.run({ person }).then((made) => made?.ok && onLink({ name, link: made.value.link }))
          }
        />
        <Confirm
          label={t('people.signOut')}
          question={t('people.signOutSure', { name })}
          tone="plain"
          busy={signOut.busy}
          onConfirm={() => void signOut.run({ person })}
        />
        <Confirm
          label={t('people.remove')}
          question={t('people.removeSure', { name })}
          busy={remove.busy}
          onConfirm={() => void remove.run({ person })}
        />
      </div>
    </>
  );
}

function useGrantWords(): (grant: Pick<Grant, 'role' | 'entities' | 'branches'>) => string {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('place.list', {});
  return ({ role, entities, branches }) => {
    if (!hasItsBranches({ role, branches })) return t('people.noBranch');
    if (entities.length + branches.length === 0) return t('people.everything');
    const vatNumbers = entities.map((entity) => {
      const match = data?.entities.find((each) => each.entity === entity);
      return t('people.onlyEntity', { vat: match?.vatNumber ?? entity });
    });
    const names = branches.map((branch) => {
      const match = data?.branches.find((each) => each.branch === branch);
      return t('people.onlyBranch', { name: match?.name ?? branch });
    });
    return [...vatNumbers, ...names].join(' · ');
  };
}
