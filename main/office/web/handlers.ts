import type { OfficeName } from '../../../shared/office/contract.ts';
import { refuse } from '../../../shared/office/failure.ts';
import type { PdfMaker } from '../../document/paper/pdf-maker.ts';
import { addRecipient, listRecipients, removeRecipient, testRecipient } from '../notices/recipients.ts';
import { knowBrowser } from '../people/attempts.ts';
import { acceptInvitation, lookAtInvitation } from '../people/invitations.ts';
import { checkLog, writeLine } from '../people/office-log.ts';
import {
  changePerson,
  invite,
  inviteAgain,
  listPeople,
  removePerson,
  signOutPerson,
} from '../people/people.ts';
import { beginSession, endSession, endSessions, type SignedIn } from '../people/sessions.ts';
import { signIn } from '../people/sign-in.ts';
import { listAlarms } from '../views/alarms.ts';
import {
  documentForPdf,
  documentXml,
  findDocuments,
  getDocument,
  type PdfSource,
} from '../views/documents.ts';
import { listLines } from '../views/log.ts';
import { listPlaces } from '../views/places.ts';
import { getTill, listTills } from '../views/tills.ts';
import { vatSplit, vatSums } from '../views/vat.ts';
import { archiveHandlers } from './archive-handlers.ts';
import type { CallContext, Handlers } from './call-context.ts';
import { onboardingHandlers } from './onboarding-handlers.ts';
import { orderHandlers } from './order-handlers.ts';

/** Returns the person who asks; the roles of the contract were checked before. */
const asker = ({ by }: CallContext): SignedIn => by ?? refuse('signed-out');

/**
 * Returns the owner who asks. An owner who sees only a part, or whose access ends, may grant nothing, since a grant
 * could exceed their own access.
 */
function wholeOwner(context: CallContext): SignedIn {
  const by = asker(context);
  const isWhole = by.entities.length === 0 && by.branches.length === 0 && by.until === null;
  return isWhole ? by : refuse('not-allowed');
}

/**
 * Returns the person who asks, if they see everything: the log has the names and documents of all branches, and the list
 * of people everybody.
 */
function seesAll(context: CallContext): SignedIn {
  const by = asker(context);
  return by.entities.length === 0 && by.branches.length === 0 ? by : refuse('not-allowed');
}

const session: Handlers<Extract<OfficeName, `session.${string}` | `invitation.${string}`>> = {
  'session.get': (_, { by, isDemo }) => {
    if (by === undefined) return { isDemo, person: null };
    const { person, name, email, role, entities, branches, until } = by;
    return { isDemo, person: { person, name, email, role, entities, branches, until } };
  },
  'session.signIn': async (given, { database, secrets, now, visit, setToken }) => {
    setToken(
      await signIn({ database, secrets }, { ...given, address: visit.address, browser: visit.browser }, now),
    );
    return {};
  },
  'session.signOut': async (_, { database, secrets, visit, setToken }) => {
    if (visit.token !== undefined) await endSession({ database, secrets }, visit.token);
    setToken(null);
    return {};
  },
  'session.signOutEverywhere': async (_, context) => {
    const { tenant, person } = asker(context);
    await context.database.within({ tenant }, (client) =>
      writeLine(client, { tenant, person, action: 'session.ended-everywhere' }, context.now),
    );
    await endSessions(context.database, person);
    context.setToken(null);
    return {};
  },
  'invitation.look': ({ link }, { database, secrets, now }) =>
    lookAtInvitation({ database, secrets }, link, now),
  'invitation.accept': async (given, { database, secrets, now, visit, setToken }) => {
    const joined = await acceptInvitation({ database, secrets }, given, now);
    if (visit.browser !== undefined) await knowBrowser(database, visit.browser, joined.person, now);
    setToken(await beginSession({ database, secrets }, joined, now));
    return {};
  },
};

/** The answer of a command that returns nothing. */
const done = (work: Promise<void>) => work.then(() => ({}));

const people: Handlers<Extract<OfficeName, `person.${string}`>> = {
  'person.list': async (_, context) => ({
    people: await listPeople(context.database, seesAll(context).tenant, context.now),
  }),
  'person.invite': (given, context) => invite(context, wholeOwner(context), given, context.now),
  'person.inviteAgain': ({ person }, context) =>
    inviteAgain(context, wholeOwner(context), person, context.now),
  'person.change': (given, context) =>
    done(changePerson(context.database, wholeOwner(context), given, context.now)),
  'person.remove': ({ person }, context) =>
    done(removePerson(context.database, wholeOwner(context), person, context.now)),
  'person.signOut': ({ person }, context) =>
    done(signOutPerson(context.database, wholeOwner(context), person, context.now)),
};

const notices: Handlers<Extract<OfficeName, `notice.${string}`>> = {
  'notice.list': async (_, context) => ({
    now: new Date(context.now).toISOString(),
    mail: context.notices.canMail,
    recipients: await listRecipients(context.database, wholeOwner(context).tenant),
  }),
  'notice.add': (given, context) => {
    const ways = { ...context.notices, signer: context.signer };
    return addRecipient(context.database, wholeOwner(context), given, ways, context.now);
  },
  'notice.remove': ({ recipient }, context) =>
    done(removeRecipient(context.database, wholeOwner(context), recipient, context.now)),
  'notice.test': ({ recipient }, context) =>
    done(testRecipient(context.database, wholeOwner(context).tenant, recipient, context.now)),
};

type Marks = NonNullable<Parameters<PdfMaker['make']>[0]['marks']>;

/** Returns the warnings for a reader: a standard document is not an invoice for its buyer before it is cleared. */
function marksOf({ state, mode, environment }: PdfSource): Marks {
  const isOpen = mode === 'clearance' && state !== 'accepted';
  const marks: Marks[number][] = [];
  if (environment === 'training' || environment === 'simulation') marks.push(environment);
  if (state === 'rejected') marks.push('rejected');
  else if (isOpen) marks.push('uncleared');
  return marks;
}

const documents: Handlers<Extract<OfficeName, `document.${string}` | `vat.${string}`>> = {
  'document.find': (given, context) => findDocuments(context.database, asker(context), given, context.now),
  'document.get': (key, context) => getDocument(context.database, asker(context), key, context.now),
  'document.xml': (given, context) => documentXml(context.database, asker(context), given, context.now),
  'document.pdf': async (key, context) => {
    const source = await documentForPdf(context.database, asker(context), key, context.now);
    const { fileName, xml } = source;
    const { person } = asker(context);
    const pdf = await context.pdfQueue(person, () =>
      context.pdfs.make({ fileName, xml, marks: marksOf(source) }),
    );
    return { fileName: fileName.replace(/\.xml$/, '.pdf'), pdf: pdf.toString('base64') };
  },
  'vat.sums': (days, context) => vatSums(context.database, asker(context).scope, days, context.now),
  'vat.split': (given, context) => vatSplit(context.database, asker(context).scope, given),
};

/** Answers everything in the contract; `calls.ts` has checked the person and the input. */
export const handlers: Handlers = {
  ...session,
  ...people,
  ...documents,
  ...notices,
  ...archiveHandlers,
  ...onboardingHandlers,
  ...orderHandlers,
  'place.list': (_, context) => listPlaces(context.database, asker(context).scope),
  'log.list': ({ before }, context) => listLines(context.database, seesAll(context).tenant, before),
  'log.check': (_, context) => checkLog(context.database, seesAll(context).tenant),
  'alarm.list': (_, context) => listAlarms(context.database, asker(context).scope, context.now),
  'till.list': (_, context) => listTills(context.database, asker(context).scope, context.now),
  'till.get': ({ device }, context) => getTill(context.database, asker(context).scope, device, context.now),
};
