/** The problems that only callers of the API meet. */
export const en = {
  'bad-request': 'The request is not well-formed.',
  'key-missing': 'An Idempotency-Key header of 1 to 255 visible ASCII characters is needed.',
  unauthorized: 'A valid access token is needed.',
  'token-expired': 'The access token has expired. Ask for a new one.',
  'token-revoked': 'The access token, or the client it belongs to, was revoked.',
  'token-unknown': 'This terminal does not know the access token.',
  'insufficient-scope': 'The access token does not have the scope for this.',
  'no-such-path': 'There is nothing at this path.',
  'no-such-delivery': 'There is no such delivery, or no longer.',
  'method-not-allowed': 'This path does not take that method. Allow says which it takes.',
  'key-reused': 'This Idempotency-Key was used before for another sale.',
  'returned-too-much': 'More than is left of the invoice. `left` says what is.',
  'not-returnable': 'The goods of this document cannot be returned.',
  'return-under-way':
    'This document is part of another return or payment at the card terminal. Try again later.',
  'not-redeliverable': 'This delivery was given up, or its receiver removed.',
  'too-large': 'The body is too large.',
  'media-type': 'The body must be application/json, and not compressed.',
  'wrong-host': 'This terminal does not answer for that host name.',
  'too-many-requests': 'Too many requests. Try again after the time in Retry-After.',
  'no-pdf': 'This terminal makes no PDF.',
} as const;
