export interface AnswerHeaders {
  get(name: string): string | null;
}

/** Reads the gateway's own clock from the Date header (milliseconds since 1970). */
export function readServerTime(headers: AnswerHeaders): number | undefined {
  const time = httpDate(headers.get('date'));
  return Number.isFinite(time) ? time : undefined;
}

/**
 * Reads Retry-After in milliseconds: seconds, or an HTTP date relative to the answer's own Date header, because the
 * terminal's clock may be wrong. Returns undefined if it is unusable.
 */
export function readRetryAfter(headers: AnswerHeaders): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) {
    const milliseconds = Number(value) * 1000;
    return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
  }
  const wait = httpDate(value) - httpDate(headers.get('date'));
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

/** Parses an HTTP date such as `Fri, 20 Nov 2026 10:00:00 GMT` to milliseconds since 1970; NaN for anything else. */
function httpDate(text: string | null): number {
  // Date.parse accepts nearly any number as a date.
  return /^[A-Z][a-z]{2}, \d{2} .* GMT$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
}
