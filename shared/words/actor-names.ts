/*
 * The names under which records say that no person of the shop did something. The records keep them as they are; a
 * reader sees words.
 */

const keys = {
  screen: 'app.nobody',
  terminal: 'app.itself',
  policy: 'app.administrator',
  'head office': 'app.headOffice',
  'drop folder': 'app.dropFolder',
  'command line': 'app.commandLine',
  updates: 'app.updates',
  night: 'app.nightlyUpdate',
  simulator: 'app.cardSimulator',
} as const;

export const recordedNames: readonly string[] = Object.keys(keys);

/** Returns the key of the words for a recorded name; undefined for the name of a person or program. */
export const actorWords = (name: string): (typeof keys)[keyof typeof keys] | undefined =>
  Object.hasOwn(keys, name) ? keys[name as keyof typeof keys] : undefined;
