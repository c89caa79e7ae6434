/** The faults of a connection before any data is sent. */
export const connectionFaults = ['reset', 'mute', 'tls-garbage', 'tls-cut', 'tls-stranger'] as const;
/** The faults of one request and its answer. */
const requestFaults = [
  'latency',
  'request-lost',
  'answer-lost',
  'answer-cut',
  'answer-dribbled',
  'answer-never',
  'sent-twice',
  'server-error',
  'rate-limit',
  'web-page',
  'no-http',
  'refused',
  'request-refused',
] as const;
export const wireFaults = [...connectionFaults, ...requestFaults];
export type WireFault = (typeof wireFaults)[number];
