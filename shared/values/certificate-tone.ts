/** The number of days before the end from which the certificate is shown in amber. */
const amberFrom = 60;
const redFrom = 14;

/** Returns the tone for the remaining days of a certificate, the same on every screen. */
export function certificateTone(daysLeft: number): 'good' | 'amber' | 'red' {
  if (daysLeft <= redFrom) return 'red';
  return daysLeft <= amberFrom ? 'amber' : 'good';
}
