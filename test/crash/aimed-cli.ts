import { chooseKillPoint } from './kill-points.ts';

/* `khatm`, which dies at a point of its work that `KHATM_AIM` says. */

chooseKillPoint(JSON.parse(process.env.KHATM_AIM ?? 'null') ?? undefined);
await import('../../main/cli/khatm.ts');
