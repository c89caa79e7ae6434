interface ReleaseKey {
  readonly name: string;
  readonly spki: string;
}

/** The public halves of the keys that sign the list of a package's files; nobody commits a private half. */
const ownKeys: readonly ReleaseKey[] = [];

/** The private half of this key is in the repository, so it protects nothing. */
export const developmentKey: ReleaseKey = {
  name: 'development',
  spki: 'MCowBQYDK2VwAyEAgvL4TfAGufMmHPfC1G7gZ6AKxzOAhqH09N1CiKorXsc=',
};

// The build replaces this by its value, so that nothing on a shop's machine can change it.
const isDevelopmentPackage = process.env.KHATM_DEVELOPMENT_PACKAGE === '1';

/** The keys that this build trusts; only a package built for trials trusts the development key. */
export const releaseKeys: readonly ReleaseKey[] = isDevelopmentPackage
  ? [...ownKeys, developmentKey]
  : ownKeys;
