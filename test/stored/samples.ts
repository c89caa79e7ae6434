import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { draftSample } from './basket-sample.ts';

const at = 1_795_000_000_000;
const sha256 = 'c0'.repeat(32);
const uuid = '11111111-1111-4111-8111-111111111111';
const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const network = { by: 'network', host: '192.168.1.9', port: 9100 };

const ofTerminal = {
  id: uuid,
  language: 'ar',
  'person-languages': [['Sami', 'ar']],
  'policy.last': '{"version":1}',
  begun: ['training', 'production'],
  'on-screen': 'production',
  kiosk: true,
  devices: {
    printer: network,
    cut: true,
    drawer: { use: 'withCash', pin: 5 },
    display: {
      connection: { by: 'path', path: '/dev/ttyUSB0', baud: 9600 },
      words: { welcome: 'WELCOME', item: 'ITEM', total: 'TOTAL', change: 'CHANGE' },
    },
    card: 'simulator',
  },
  printers: { labels: { printer: { by: 'system' }, name: 'Office', paper: 'a4', cut: false } },
  'printer.tried': 'system Office',
  'printers.answering': ['network 192.168.1.9:9100'],
  receipts: { autoPrint: true, printer: 'Roll', paper: 'roll58' },
  'receipt-shop': {
    header: ['مقهى'],
    footer: ['شكرًا'],
    returnPolicy: 'سبعة أيام',
    branch: 'العليا',
    till: 'الأول',
    english: { header: ['Café'], footer: [], branch: 'Olaya', till: 'First' },
    logo: 'iVBORw0KGgo=',
    riyalSign: 'sign',
    shows: { logo: false },
  },
  'hand-over': 'clearedFirst',
  updates: { server: 'https://updates.example', automatic: false, night: { from: '01:00', to: '04:00' } },
  'updates.seen': { stable: { serial: 7, digest: sha256 } },
  'first-day': { begunWith: 'cafe', people: ['Reem', 'Fahad'], hasPractised: true, isPutAway: false },
  'go-live.waived': { backup: { by: 'Mona', at } },
};

const ofEnvironment = {
  company: trainingCompany,
  network: { proxy: 'system', user: 'till', authorities: [{ pem, uses: ['gateway'] }] },
  'gateway.address': 'https://gateway.example',
  'gateway.version': 'V2',
  'sandbox.port': 8801,
  'sandbox.address': 'http://127.0.0.1:8801',
  'backup.folder': '/mnt/backups',
  'backup.last': { at, file: 'a.khatm', documents: 3, bytes: 40_960, sameDisk: false, isEncrypted: true },
  'backup.failing': at,
  'backup.encryption': { since: at, id: 'a1b2c3d4' },
  'backup.besides': { terminal: sha256, catalogue: sha256, integration: sha256 },
  'ledger.damage': { at, found: 'wrong # of entries in index' },
  'issuing.stop': { icv: 12, number: 'T1-000012', answer: 'counter-used' },
  'issuing.lifted': 12,
  'clock.known': { server: at, run: at, confirmed: at },
  'submission.hold': { reason: 'credential', until: 1_795_000_300_000 },
  'submission.version': '1.0.0',
  'cash-rounding': 25,
  'shift-required': true,
  'month.unfinished': { month: '2026-10', folder: '/mnt/months', file: '2026-10.zip' },
  'card.late': [{ id: uuid, since: at, took: { taken: 1150, currency: 'SAR', reference: '0042' } }],
  'office.enrolment': { address: 'https://office.example', tenant: 1, device: 2, name: 'Olaya' },
  'office.stop': { why: 'stolen', at },
  'office.rhythm': 30,
  'office.contact': { name: 'Support', phone: '920000000', email: 'support@example.com', note: 'All day' },
  'office.orders': {
    open: [
      { number: 4, until: 1_795_000_600, order: { kind: 'stop', stopped: true, why: 'other' }, begun: true },
    ],
    answers: [{ number: 3, result: 'failed', why: 'internal' }],
    done: [{ number: 3, kind: 'stop', at, result: 'failed', why: 'internal' }],
  },
};

const ofCatalogue = {
  labels: [
    {
      prefix: '21',
      kind: 'weight',
      articleDigits: 5,
      hasValueCheck: false,
      valueDigits: 5,
      decimals: 3,
      unit: 'KGM',
    },
  ],
  'set-aside': 'catalogue.db.damaged-1795000000000',
};

const ofIntegrations = {
  api: {
    enabled: true,
    port: 8790,
    network: true,
    certificate: { source: 'own', pem, key: 'api/key/1', next: { pem, key: 'api/key/2' } },
  },
  inbound: { enabled: true, windowSeconds: 300, secret: 'receiver/1', nextSecret: 'receiver/2' },
  remote: {
    id: '0d1c2b3a',
    settings: { baseUrl: 'https://other.example', clientId: 'till', scope: 'invoices.read' },
  },
  'remote.last': {
    id: '0d1c2b3a',
    at: '2026-11-20T10:00:00.000Z',
    invoices: 3,
    unreadable: 0,
    failure: { code: 'internal' },
  },
  needs: [
    { kind: 'refused', level: 'red', count: 3, since: '2026-11-20T10:00:00.000Z' },
    { kind: 'disk', level: 'amber', why: 'short', free: '1.4', since: '2026-11-20T10:00:00.000Z' },
  ],
  dropFolder: { enabled: true, folder: '/srv/khatm' },
  'dropFolder.batches': { issued: 4, refused: 1 },
  webhooks: {
    names: { cleared: 'our.cleared' },
    testName: 'our.try',
    maxAttempts: 3,
    timestamp: 'event',
    windowSeconds: 60,
  },
  days: [20_000, 20_001],
  'api.requests': 2,
  'api.reported': { asked: 2, state: { addresses: ['http://127.0.0.1:8790'], failure: 'port-taken' } },
  'dropFolder.requests': 2,
  'dropFolder.reported': {
    asked: 2,
    state: {
      waiting: 1,
      misplaced: 0,
      isOpenToAll: false,
      failure: 'place-not-plain',
      failedAt: '/srv/drop/.taken/a.json',
    },
  },
};

const ofLedger = {
  'head-marker': { ledger: uuid, icv: 12, hash: 'aGFzaA==' },
  witness: {
    ledger: uuid,
    icv: 12,
    hash: 'aGFzaA==',
    auditEntries: 40,
    auditHash: sha256,
    place: 'place',
    machine: { board: sha256, model: sha256, cards: [sha256], disks: [sha256] },
  },
  'restore-note': {
    ledger: sha256,
    aside: 'ledger.db.before',
    hadLedger: true,
    staged: [{ from: '../terminal.db.part', to: '../terminal.db' }],
    early: ['integration.db'],
  },
  'moved-books': { id: uuid, from: '/home/sami/khatm', to: '/var/khatm' },
  'month-part': { source: sha256, files: { zip: sha256, csv: sha256 }, sums: `${sha256}  a.xml\n` },
};

const ofProgram = {
  'terminal-identity': { id: uuid },
  starts: {
    isStarting: true,
    boot: 'b1c2',
    failed: 1,
    cutOff: 1,
    stops: [at],
    next: { after: { cause: 'gpu', at, stack: 'Error: stopped' }, safeMode: 'stops' },
  },
  'window-place': { x: 10, y: 20, width: 1280, height: 800, isMaximized: false },
  'company-draft': { name: 'مقهى', 'address.city': 'Riyadh' },
  'update-state': {
    offer: { ring: 'stable', serial: 7, version: '1.2.0', since: at, folder: '/media/usb', tonight: true },
    installing: {
      version: '1.2.0',
      from: '1.1.0',
      at,
      by: 'Mona',
      marks: [{ environment: 'production', id: uuid, icv: 12, hash: 'aGFzaA==' }],
      starts: 1,
    },
    former: {
      version: '1.1.0',
      file: 'former/khatm.AppImage',
      sha256,
      size: 90_000_000,
      forms: { ledger: 1, terminal: 1, catalogue: 1, integration: 1 },
    },
    last: { version: '1.1.0', at, why: 'not-healthy' },
    looked: { at, why: 'unreachable' },
  },
};

const x = 'A'.repeat(43);
const encrypted = { nonce: 'AAAAAAAAAAAAAAAA', encrypted: 'AAAAAAAAAAAAAAAAAAAAAA==' };
const ofVault = {
  'vault-kind': { kind: 'passphrase' },
  vault: {
    kdf: { name: 'scrypt', salt: 'AAAAAAAAAAAAAAAAAAAAAA==', N: 131_072, r: 8, p: 1 },
    checks: { key: encrypted, contents: encrypted },
    entries: { 'production/key/1': encrypted },
  },
  people: {
    revision: 3,
    key: 'AAAA',
    people: [{ name: 'Mona', role: 'manager', salt: 'AAAA', pin: 'AAAA', short: false }],
    limits: '{"refund":5000}',
    alteration: { at, why: 'older' },
  },
  'gateway-way': {
    address: 'https://gateway.example/core',
    proxy: 'http://proxy.example:3128',
    user: 'till',
    authorities: ['-----BEGIN CERTIFICATE-----'],
  },
  'proxy-password': { proxy: 'http://proxy.example:3128', password: 'secret' },
  'credential-pair': { csid: 'csid', requestId: '1', secret: 'secret' },
  'certificate-pins': { pins: [sha256], at: 1_795_000_000 },
  'order-pin': { key: { kty: 'OKP', crv: 'Ed25519', x }, last: 4 },
  'till-key': { kty: 'EC', crv: 'P-256', x, y: x, d: x },
};

/** A value of every stored form, with each of its fields, from which the fixtures are written. */
export const samples: Readonly<Record<string, unknown>> = {
  basket: { draft: draftSample, aside: { ...draftSample, correction: undefined } },
  ...ofTerminal,
  ...ofEnvironment,
  ...ofCatalogue,
  ...ofIntegrations,
  ...ofLedger,
  ...ofProgram,
  ...ofVault,
};
