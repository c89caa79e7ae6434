/** From so many days before the end on, renewal is offered. */
const amberFrom = 60;
const redFrom = 14;

/** How a certificate's remaining days are shown, everywhere alike. */
export function certificateTone(daysLeft: number): 'good' | 'amber' | 'red' {
  if (daysLeft <= redFrom) return 'red';
  return daysLeft <= amberFrom ? 'amber' : 'good';
}
