import { chooseKillPoint } from './kill-points.ts';

/* The `khatm` command line, which kills itself at the point given in `KHATM_KILL_PLAN`. */

chooseKillPoint(JSON.parse(process.env.KHATM_KILL_PLAN ?? 'null') ?? undefined);
await import('../../main/app/cli/khatm.ts');
