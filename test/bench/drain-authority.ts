import { systemClock } from '../../main/base/platform/clock.ts';
import { parseFault } from '../../main/sandbox/faults/faults.ts';
import { startSandbox } from '../../main/sandbox/start-sandbox.ts';

/*
 * Runs the authority of the drain bench in a separate process. It reports its address to its parent, which sends it the
 * `delay` of its answers in milliseconds.
 */

const sandbox = await startSandbox({ clock: systemClock });
process.send?.({ address: sandbox.address, otp: sandbox.makeOtp() });
process.on('message', ({ delay }: { delay: number }) => {
  sandbox.faults.set([parseFault(`delay=${delay}`)]);
  process.send?.({ delay });
});
process.on('disconnect', () => process.exit());
