import { createServer } from 'node:http';
import { systemClock } from '../../main/platform/clock.ts';
import { parseFault } from '../../main/sandbox/faults.ts';
import { startSandbox } from '../../main/sandbox/start-sandbox.ts';

/*
 * Runs the authority of the drain bench in a separate process. It is the real sandbox, which checks every document, and
 * a minimal server, which accepts anything, so that the sandbox's own cost can be separated. It reports its addresses
 * to its parent, which sends it the `delay` in milliseconds.
 */

let delay = 0;
const sandbox = await startSandbox({ clock: systemClock });

const answer = JSON.stringify({
  validationResults: { status: 'PASS', warningMessages: [], errorMessages: [] },
  reportingStatus: 'REPORTED',
});
const bare = createServer((request, response) => {
  request.resume().on('end', () => {
    setTimeout(() => response.setHeader('Content-Type', 'application/json').end(answer), delay);
  });
});
bare.listen(0, '127.0.0.1', () => {
  const address = bare.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.send?.({
    sandbox: sandbox.address,
    bare: `http://127.0.0.1:${address.port}`,
    otp: sandbox.makeOtp(),
  });
});

process.on('message', (message: { delay: number }) => {
  delay = message.delay;
  sandbox.faults.set(delay === 0 ? [] : [parseFault(`delay=${delay}`)]);
  process.send?.({ delay });
});
process.on('disconnect', () => process.exit());
