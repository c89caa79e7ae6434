import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { SandboxRecord } from '../../../main/sandbox/store/record.ts';
import { type Running, run, within } from '../process.ts';

/** The authority: the real sandbox in its own process with its own file, so that it can be killed too. */
export interface Authority {
  readonly port: number;
  readonly isGone: boolean;
  /**
   * Requests a one-time password from the portal; it starts with a digit other than 0, so that it differs from every
   * document number.
   */
  makeOtp(): Promise<string>;
  record(): Promise<SandboxRecord>;
  kill(): Promise<void>;
}

/** @param aheadMs the offset of the authority's clock from this machine's, in milliseconds */
export async function startAuthority(
  file: string,
  aheadMs: number,
  env: Readonly<Record<string, string>>,
): Promise<Authority> {
  const listening = Promise.withResolvers<number>();
  const faults = aheadMs === 0 ? [] : ['--fault', `clock-skew=${Math.round(aheadMs / 1000)}`];
  const running: Running = run(
    'main/app/cli/khatm.ts',
    ['sandbox', '--plays', 'simulation', '--data', file, ...faults],
    env,
    (line) => {
      const [, port] = /^address: http:\/\/127\.0\.0\.1:(\d+)\//.exec(line) ?? [];
      if (port !== undefined) listening.resolve(Number(port));
    },
  );
  void running.gone.then(() => listening.reject(new Error(`the authority died: ${running.output()}`)));
  const port = await within('authority', listening.promise);

  return {
    port,
    get isGone() {
      return running.isGone;
    },
    async makeOtp() {
      for (;;) {
        const { otp } = (await ask(port, 'POST', '/_sandbox/otp')) as { otp: string };
        if (!otp.startsWith('0')) return otp;
      }
    },
    record: async () => (await ask(port, 'GET', '/_sandbox/record')) as SandboxRecord,
    kill: () => running.kill(),
  };
}

/** Sends a request without `fetch`, whose connection pool would outlive the authority. */
function ask(port: number, method: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, agent: false }, (answer) => {
      json(answer).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
}
