import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import { type LogLine, logLevels } from '../../../shared/contract/terminal/log.ts';
import { type Diagnosis, found } from '../../../shared/diagnosis.ts';
import { fail } from '../../../shared/failure.ts';
import { now } from './fake-documents.ts';

/* The diagnosis of the fake terminal, with fixed steps in every state. */

export interface DiagnosisOptions {
  /** The steps that the diagnosis reports. By default some of them fail. */
  readonly steps?: Diagnosis['steps'];
}

type Names = Extract<CommandName, `${'diagnosis' | 'log'}.${string}`>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

const host = 'gw-fatoora.zatca.gov.sa';
const usual: Diagnosis['steps'] = [
  found('version-known', { version: '0.1.0', system: 'win32 x64' }),
  found('policy-in-force', { file: 'C:\\ProgramData\\Khatm\\policy.json' }),
  found('clock-unknown'),
  found('disk-short', { free: '1.4' }),
  found('folder-private', { folder: 'C:\\Users\\till\\AppData\\Local\\Khatm\\data' }),
  found('ledger-whole', { checked: 500, documents: 48_210 }),
  found('end-whole', { icv: 48_210 }),
  found('vault-open'),
  found('certificate-soon', { until: '2026-12-14' }),
  found('proxy-lets-through', { proxy: 'http://proxy.najd:3128' }),
  found('name-by-proxy'),
  found('connection-open', { host: 'proxy.najd', port: 3128 }),
  found('tls-unknown-issuer', { host, issuer: 'Najd Trading' }),
  found('answer-not-tried'),
  found('printer-gone', { printer: '192.168.1.50:9100' }),
  found('drawer-gone'),
  found('programs-served', { port: 8790 }),
];

const lines: LogLine[] = [
  {
    at: new Date(now - 60_000).toISOString(),
    level: 'error',
    message: 'defect',
    environment: 'production',
    detail:
      '{"doing":"devices after a sale","err":{"type":"TypeError","at":["send main/till/devices/print-raw.ts:41:9"]}}',
  },
  {
    at: new Date(now - 3_600_000).toISOString(),
    level: 'warning',
    message: 'failure',
    environment: 'production',
    failure: 'print-failed',
    detail: '{"why":"ECONNREFUSED","doing":"receipt.print"}',
  },
  { at: new Date(now - 7_200_000).toISOString(), level: 'info', message: 'start', detail: '' },
];
const older: LogLine[] = [{ at: new Date(now - 90_000_000).toISOString(), level: 'info', detail: '' }];

export function createFakeDiagnosis({ steps = usual }: DiagnosisOptions): Handlers {
  return {
    'log.list': ({ level, before }) => ({
      lines: (before === undefined ? lines : older).filter(
        (line) => logLevels.indexOf(line.level) >= logLevels.indexOf(level),
      ),
      hasMore: before === undefined,
    }),
    'diagnosis.run': () => ({
      at: new Date(now).toISOString(),
      environment: 'production',
      steps: [...steps],
      needs: [],
    }),
    // The fake can write only to folders under /media, so that refusals can be shown.
    'diagnosis.bundle': ({ folder }) =>
      folder.startsWith('/media/')
        ? { file: `${folder}/khatm-support-20261120T123000.zip`, bytes: 48_100, isOpenToAll: false }
        : fail('folder-unusable'),
  };
}
