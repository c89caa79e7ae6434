interface ReleaseKey {
  readonly name: string;
  readonly spki: string;
}

/** The public halves of the keys that sign the list of a package's files; nobody commits a private half. */
const ownKeys: readonly ReleaseKey[] = [];

/** The private half of this one is in the repository and protects nothing. */
export const developmentKey: ReleaseKey = {
  name: 'development',
  spki: 'MCowBQYDK2VwAyEAgvL4TfAGufMmHPfC1G7gZ6AKxzOAhqH09N1CiKorXsc=',
};

// The build replaces this by its value, so that nothing on a shop's machine can turn it on.
const isDevelopmentPackage = process.env.KHATM_DEVELOPMENT_PACKAGE === '1';

/** The keys that this build trusts: the development key in a package that is built for trials, and in no other. */
export const releaseKeys: readonly ReleaseKey[] = isDevelopmentPackage
  ? [...ownKeys, developmentKey]
  : ownKeys;
