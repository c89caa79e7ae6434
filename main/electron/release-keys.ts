/**
 * The public halves of the keys that sign the list of a package's files. The private half of the development key is in
 * the repository and protects nothing; a release adds its own key here, whose private half nobody commits.
 */
export const releaseKeys: readonly { readonly name: string; readonly spki: string }[] = [
  { name: 'development', spki: 'MCowBQYDK2VwAyEAgvL4TfAGufMmHPfC1G7gZ6AKxzOAhqH09N1CiKorXsc=' },
];
