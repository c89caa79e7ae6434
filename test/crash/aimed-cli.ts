import { takeAim } from './aim.ts';

/* `khatm`, which dies at a point of its work that `KHATM_AIM` says. */

takeAim(JSON.parse(process.env.KHATM_AIM ?? 'null') ?? undefined);
await import('../../main/cli.ts');
