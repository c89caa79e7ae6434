// Writes what a package must consist of, `resources/files.json`, and an Ed25519 signature of it. The program compares
// both at its start (main/app/electron/updates/verify-files.ts). It needs no library, so that the key is never where one
// runs: node .scripts/package/sign.mjs dist/linux-unpacked linux x64
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { releaseKeys } from '../../main/app/electron/updates/release-keys.ts';
import { nativesOf } from './natives.mjs';

/**
 * A key worth nothing, since everybody has it. It signs where KHATM_DEVELOPMENT_PACKAGE is 1; a release names another
 * one in KHATM_SIGNING_KEY.
 */
const developmentKey = fileURLToPath(new URL('development-key.pem', import.meta.url));

export function signPackage({ resources, platform, arch, version }) {
  const names = ['app.asar', ...nativesOf(platform, arch).map((name) => `app.asar.unpacked/${name}`)];
  const files = Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(resources, name)))
        .digest('hex'),
    ]),
  );
  const list = Buffer.from(`${JSON.stringify({ version, platform, arch, files }, undefined, 2)}\n`);
  const key = createPrivateKey(readFileSync(process.env.KHATM_SIGNING_KEY ?? developmentKey));
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const releaseKey = releaseKeys.find((each) => each.spki === spki);
  if (releaseKey === undefined)
    throw new Error(
      'the signing key is none of main/app/electron/updates/release-keys.ts; KHATM_DEVELOPMENT_PACKAGE=1 makes a package to try',
    );
  writeFileSync(path.join(resources, 'files.json'), list);
  writeFileSync(path.join(resources, 'files.json.sig'), sign(null, list, key).toString('base64'));
  return releaseKey.name;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [home, platform, arch] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const key = signPackage({ resources: path.join(home, 'resources'), platform, arch, version });
  console.log(`Khatm: the list of files is signed with the ${key} key`);
}
