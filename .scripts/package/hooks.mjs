// The hooks that electron-builder.yml calls while it makes a package.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { trustedKeys } from '../../main/app/updates/trusted-keys.ts';
import { checkPackage, keyProblems, megabytes } from './check.mjs';
import { collectParts, root, workFolder } from './natives.mjs';
import { writeLicences, writeMaterials } from './shipped.mjs';
import { signPackage } from './sign.mjs';
import { writeTar } from './tar.mjs';
import { prepareTools } from './tools.mjs';

const archOf = (arch) => ({ 1: 'x64', 3: 'arm64' })[arch] ?? `${arch}`;

/** Called before each target. */
export async function beforePack({ electronPlatformName, arch }) {
  prepareTools();
  const target = { platform: electronPlatformName, arch: archOf(arch) };
  collectParts(target.platform, target.arch);
  // These files are in out/, and the archive includes that whole folder.
  const files = {
    text: path.join(workFolder, 'LICENSES.libraries.txt'),
    json: path.join(root, 'out', 'licences.json'),
  };
  writeLicences(files, target);
}

/** Tells electron-builder that the libraries are bundled or collected already. */
export async function beforeBuild() {
  return false;
}

/** Called when a package is complete, before it is signed or compressed. */
export async function afterPack({ appOutDir, packager, electronPlatformName: platform, arch }) {
  const target = { platform, arch: archOf(arch) };
  const resources = packager.getResourcesDir(appOutDir);
  const { problems, size } = checkPackage({ home: appOutDir, resources, ...target });
  console.log(
    `Khatm: ${platform} ${target.arch}: ${megabytes(size)} without Electron (${path.basename(appOutDir)})`,
  );
  if (process.env.KHATM_DEVELOPMENT_PACKAGE !== '1') problems.push(...keyProblems(trustedKeys));
  if (problems.length > 0)
    throw new Error(`this package must not be given to anybody:\n  ${problems.join('\n  ')}`);
  // Windows and macOS compare the archive themselves, and their addons are signed later. A build without a key makes a
  // folder that another machine signs, see packages.yml.
  if (platform === 'linux' && process.env.KHATM_UNSIGNED !== '1') {
    const key = signPackage({ resources, ...target, version: packager.appInfo.version });
    console.log(`Khatm: the list of files is signed with the ${key} key`);
  }
}

/** Called when all packages are written; writes the list of materials beside them. */
export async function afterAllArtifactBuild({ outDir, platformToTargets, configuration }) {
  const linux = [...platformToTargets].find(([platform]) => platform.name === 'linux')?.[1];
  const unpacked = path.join(outDir, 'linux-unpacked');
  // It is required when every kind of package is built, but not when only one kind was asked for.
  const isWanted = linux !== undefined && linux.size > 1 && existsSync(unpacked);
  const { version } = configuration.extraMetadata?.version ? configuration.extraMetadata : manifest();
  const tar = path.join(outDir, `khatm-${version}-linux-${process.arch}.tar.gz`);
  return [writeMaterials(outDir), ...(isWanted ? [writeTar(unpacked, tar)] : [])];
}

const manifest = () => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
