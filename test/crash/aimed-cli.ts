import { chooseKillPoint } from './kill-points.ts';

/* The `khatm` command line, which kills itself at the point given in `KHATM_AIM`. */

chooseKillPoint(JSON.parse(process.env.KHATM_AIM ?? 'null') ?? undefined);
await import('../../main/cli/khatm.ts');
