/* The patterns that make comments, texts and titles of tests hard to read, each with what to say instead. */

type Patterns = readonly (readonly [why: string, pattern: RegExp])[];

const openings: Patterns = [
  [
    'opens with a noun clause: begin with a verb or a noun and its article',
    /^(what|whatever|who|whoever|whose|whom|which|whichever|how|why|that)\b/i,
  ],
  ['a docstring of "@throws" alone: say first what it does', /^@throws\b/],
  ['a clause and nothing else: say what is so then', /^(where|when|wherever|whenever)\b[^,.;:]*\.?$/i],
];
const phrases: Patterns = [
  ['"whoever": say who', /\b(whoever|whomever)\b/i],
  ['"is told": say who reads, receives or learns it', /\b(is|are|was|were|be|been|being) told\b/i],
  ['"comes to": say "is", "amounts to" or "reaches"', /\bcomes? to\b(?! (its|an|their) ends?\b)/i],
  ['"no more" for "no longer"', /\bno more\b(?=[.,;:)]|$| (by|because|when|where|and|but)\b)/i],
];
const wordsOfSeveralMeanings: Patterns = [
  ['"door": say entry point, transport or API', /\bdoors?\b/i],
  ['"desk": say session or cart', /\bdesks?\b/i],
  ['"standing": say status', /\bstandings?\b/i],
  ['"judge": say check, classify, decide or verify', /\bjudg(e|es|ed|ing)\b/i],
  ['"turn" as a noun: say tick, step or order', /\b(a|an|the|its|one|next|each|every|their|own) turns?\b/i],
];

/**
 * A comment is a sentence. A text may be a label, such as "Why it is parked". Of a title, only the words are read: it
 * is the rest of a sentence.
 */
const patternsOf = {
  comment: [...openings, ...phrases, ...wordsOfSeveralMeanings],
  text: [...phrases, ...wordsOfSeveralMeanings],
  title: wordsOfSeveralMeanings,
};

/** Returns what is hard to read in a text; nothing for plain English. */
export const unclearIn = (text: string, kind: keyof typeof patternsOf): string[] =>
  patternsOf[kind].filter(([, pattern]) => pattern.test(text)).map(([why]) => why);
