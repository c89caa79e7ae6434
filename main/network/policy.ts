import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { networkUses, proxyChoiceSchema } from '../../shared/contract/network.ts';

/*
 * Network settings of the machine's administrator, in a file that the shop's people cannot write. It is read when an
 * environment is opened, and never written.
 */

const policySchema = z.strictObject({
  network: z
    .strictObject({
      proxy: proxyChoiceSchema.optional(),
      authorities: z
        .array(
          z.strictObject({
            /** The absolute path of a PEM file. */
            file: z.string().refine((file) => path.isAbsolute(file), 'must be a whole path'),
            uses: z
              .array(z.enum(networkUses))
              .min(1)
              .default([...networkUses]),
          }),
        )
        .default([]),
    })
    .default({ authorities: [] }),
});

export interface Policy {
  readonly file: string;
  /** broken: the file exists but is unusable, so the settings apply. */
  readonly state: 'none' | 'in-force' | 'broken';
  readonly why?: string;
  readonly proxy?: z.infer<typeof proxyChoiceSchema> | undefined;
  readonly authorities: readonly {
    readonly pem: string;
    readonly uses: readonly (typeof networkUses)[number][];
  }[];
}

/** The path of the policy file. */
export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return path.win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Khatm', 'policy.json');
  if (platform === 'darwin') return '/Library/Application Support/Khatm/policy.json';
  return '/etc/khatm/policy.json';
}

export function readPolicy(file: string): Policy {
  if (!existsSync(file)) return { file, state: 'none', authorities: [] };
  try {
    const { network } = policySchema.parse(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')));
    const authorities = network.authorities.map(({ file: pemFile, uses }) => ({
      pem: readFileSync(pemFile, 'utf8'),
      uses,
    }));
    return { file, state: 'in-force', proxy: network.proxy, authorities };
  } catch (error) {
    return { file, state: 'broken', why: whyBroken(error), authorities: [] };
  }
}

function whyBroken(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : 'cannot be read';
  const [first] = error.issues;
  return first === undefined ? 'cannot be read' : `${first.path.join('.')}: ${first.message}`;
}
