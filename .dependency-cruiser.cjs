// The arrows of the house: they go down only.
// doors (electron, preview, cli) → terminal → rooms → gateway, ledger, stamp, invoice → shared; renderer → shared.
const base = ['gateway', 'ledger', 'stamp', 'invoice', 'vault'];
const rooms = [
  'submission',
  'credential',
  'integration',
  'receipt',
  'sandbox',
  'backup',
  'watch',
  'returns',
  'people',
];
const doors = ['electron', 'preview', 'cli', 'start'];
const inMain = (names) => `^main/(${names.join('|')})(/|\\.ts$)`;

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-the-floor',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(main|renderer|test)/' },
    },
    {
      name: 'shared-has-no-io',
      severity: 'error',
      from: { path: '^shared/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-knows-shared-alone',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|test)/' },
    },
    {
      name: 'base-knows-no-room',
      severity: 'error',
      from: { path: inMain(base) },
      to: { path: inMain([...rooms, ...doors, 'terminal']) },
    },
    {
      name: 'vault-knows-shared-alone',
      severity: 'error',
      from: { path: '^main/vault/' },
      to: { path: '^(main|renderer|test)/', pathNot: '^main/vault/' },
    },
    {
      name: 'rooms-know-no-terminal',
      severity: 'error',
      from: { path: inMain(rooms) },
      to: { path: inMain([...doors, 'terminal']) },
    },
    {
      name: 'terminal-knows-no-door',
      severity: 'error',
      from: { path: '^main/terminal(/|\\.ts$)' },
      to: { path: inMain(doors) },
    },
    {
      name: 'electron-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/electron/|test/)' },
      to: { path: '(^|/)node_modules/(electron|electron-updater)/|^electron' },
    },
    {
      name: 'cryptography-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/stamp/|test/)' },
      to: { path: 'node_modules/(@noble|node-forge)/' },
    },
    {
      name: 'keychain-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/vault/|test/)' },
      to: { path: 'node_modules/keytar/' },
    },
    {
      name: 'sqlite-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/ledger/|test/)' },
      to: { path: 'node_modules/better-sqlite3/' },
    },
    {
      name: 'product-does-not-import-tests',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
