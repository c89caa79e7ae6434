/** The forms of a count that stands alone or is a subject. */
export const en = { documents: { one: '{count} document', other: '{count} documents' } };
