import * as z from 'zod';
import { nameText } from '../fields.ts';
import { command, officeRoles, query } from './command.ts';
import { inputDay, rowId } from './input.ts';

const none = z.strictObject({});
const done = z.object({});
const person = rowId;
/** The fewest characters of a password. A long password needs no rules about its characters. */
export const shortestPassword = 12;

/**
 * The part that a person may see: some taxpayers, or some branches. Empty lists mean that the person sees everything of
 * the tenant.
 */
const grantShape = {
  role: z.enum(officeRoles),
  entities: z.array(rowId).max(1000),
  branches: z.array(rowId).max(10_000),
  /** The last day, in Riyadh; null for no end. */
  until: inputDay.nullable(),
};
const grantSchema = z.strictObject(grantShape);
export type Grant = z.infer<typeof grantSchema>;
const isOneKind = ({ entities, branches }: Grant) => entities.length === 0 || branches.length === 0;
/** Whether branches are named where the role needs them: it would see the whole chain without. */
export const hasItsBranches = ({ role, branches }: Pick<Grant, 'role' | 'branches'>) =>
  role !== 'branch' || branches.length > 0;
const ofBranch = { path: ['branches'] };

const email = z.email().max(200).toLowerCase();
const code = z.string().regex(/^\d{6}$/);
/** The link of an invitation: `<tenant>.<random>`. */
const link = z.string().max(200);

export const officePersonSchema = z.object({
  person,
  name: z.string(),
  /** The e-mail address; null until the invitation was accepted. */
  email: z.string().nullable(),
  ...grantShape,
  state: z.enum(['invited', 'active', 'ended', 'removed']),
  lastSeen: z.iso.datetime().nullable(),
});
export type OfficePerson = z.infer<typeof officePersonSchema>;

export const session = {
  /**
   * Returns the session. `person` is null if nobody is signed in; `isDemo` is true if nothing here is real or stored.
   */
  'session.get': query({
    roles: 'anybody',
    input: none,
    output: z.object({
      isDemo: z.boolean(),
      person: z.object({ person, name: z.string(), email: z.string(), ...grantShape }).nullable(),
    }),
  }),
  /** Signs a person in. Fails with `wrong-sign-in` if any of the three is wrong, and with `sign-in-locked`. */
  'session.signIn': command({
    roles: 'anybody',
    input: z.strictObject({ email: z.string().max(200), password: z.string().max(200), code }),
    output: done,
  }),
  'session.signOut': command({ roles: 'anybody', input: none, output: done }),
  /** Ends every session of the person, on every machine. */
  'session.signOutEverywhere': command({ roles: officeRoles, input: none, output: done }),
  /** Returns the person whom the link invites, and the secret for their authenticator app. Fails with `link-dead`. */
  'invitation.look': command({
    roles: 'anybody',
    input: z.strictObject({ link }),
    output: z.object({
      name: z.string(),
      role: z.enum(officeRoles),
      secret: z.string(),
      address: z.string(),
    }),
  }),
  /** Sets the person's password and authenticator, and signs them in. The link no longer works afterwards. */
  'invitation.accept': command({
    roles: 'anybody',
    input: z.strictObject({ link, email, password: z.string().min(shortestPassword).max(200), code }),
    output: done,
  }),
};

const invited = z.object({ person, link: z.string() });

export const people = {
  'person.list': query({
    roles: ['owner'],
    input: none,
    output: z.object({ people: z.array(officePersonSchema) }),
  }),
  /** Returns a link that works once, within three days; the owner hands it over. Fails with `name-taken`. */
  'person.invite': command({
    roles: ['owner'],
    input: z
      .strictObject({ name: nameText(100), ...grantShape })
      .refine(isOneKind)
      .refine(hasItsBranches, ofBranch),
    output: invited,
  }),
  /** Returns a new link for somebody who lost the link, the password or the phone; former ones no longer work. */
  'person.inviteAgain': command({ roles: ['owner'], input: z.strictObject({ person }), output: invited }),
  'person.change': command({
    roles: ['owner'],
    input: z
      .strictObject({ person, ...grantShape })
      .refine(isOneKind)
      .refine(hasItsBranches, ofBranch),
    output: done,
  }),
  /** Ends every session, and the sign-in. The person stays in the log. */
  'person.remove': command({ roles: ['owner'], input: z.strictObject({ person }), output: done }),
  'person.signOut': command({ roles: ['owner'], input: z.strictObject({ person }), output: done }),
};

export const places = {
  /** Returns the taxpayers and branches that the person may see. */
  'place.list': query({
    roles: officeRoles,
    input: none,
    output: z.object({
      entities: z.array(z.object({ entity: z.int(), vatNumber: z.string() })),
      branches: z.array(z.object({ branch: z.int(), entity: z.int(), name: z.string() })),
    }),
  }),
};

export const officeLineSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** The name of the person; null for a program or an unknown person. */
  name: z.string().nullable(),
  action: z.string(),
  /** The detail as JSON, exactly as it was hashed. */
  detail: z.string(),
});

export const log = {
  /** Returns the log, newest first; `before` is the id of the last line of the previous page. */
  'log.list': query({
    roles: ['owner', 'auditor'],
    input: z.strictObject({ before: z.int().positive().optional() }),
    output: z.object({ lines: z.array(officeLineSchema), hasMore: z.boolean() }),
  }),
  /** Recomputes the whole chain. `brokenAt`: the first invalid line; null if all are valid. */
  'log.check': query({
    roles: ['owner', 'auditor'],
    input: none,
    output: z.object({ lines: z.int(), brokenAt: z.int().nullable() }),
  }),
};
