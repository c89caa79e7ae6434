/** The embedded training authority: its page, its findings and the directives it accepts. */
export const en = {
  notTheAuthority: 'A sandbox, not the tax authority. Nothing sent here reaches it.',
  page: {
    title: 'Sandbox, not the tax authority',
    summary: 'Plays: {environment}. Received and accepted: {count}. Directives in force: {inForce}',
    makeOtp: 'New one-time password',
    behave: 'Behave well again',
    directive: 'Directive',
    run: 'Carry out',
    allDirectives: 'All directives',
    testValues: 'Test values',
    otp: 'One-time password: {otp}',
    behaves: 'Behaves well again',
    inForce: 'In force: {directive}',
    done: 'Done: {directive} ({changed})',
    columns: {
      acceptedAt: 'accepted at',
      interface: 'interface',
      status: 'status',
      counter: 'ICV',
      uuid: 'UUID',
      timesReceived: 'times received',
      warnings: 'warnings',
    },
  },
  findings: {
    xml: 'xml: {detail}',
    structure: 'structure: {detail}',
    hash: 'hash: {detail}',
    stamp: 'stamp: {detail}',
    certificate: 'certificate: {detail}',
    'signed-properties': 'signed-properties: {detail}',
    qr: 'qr: {detail}',
    'previous-hash': 'previous-hash: {detail}',
    unreadable: '{detail}',
    otherHash: 'invoiceHash is not the hash of the invoice',
    otherUuid: 'uuid is not that of the invoice',
    foreignStamp: 'The invoice was stamped with a certificate that is not that of the credential',
    stampExpired: 'The certificate of the stamp had expired when the invoice was issued',
    otherSeller: "The seller's VAT number is not that of the certificate",
    otherBuyer: "The buyer's VAT number is not that of the certificate",
    typeNotAllowed: 'The certificate does not allow this type of document',
    dateInFuture: 'The issue date (BT-2) must be the current date or before it',
    reportedLate: 'A simplified invoice must be reported within 24 hours of its issue',
    refusedAsDirected: 'Rejected as requested: {document}',
    olderStamp: 'The certificate of the stamp is not that of the credential',
    refusedForPractice: 'Rejected for practice: the document has no fault',
    warnedForPractice: 'A warning for practice: the document has no fault',
    parkedForPractice: 'Refused as a request, for practice: the document has no fault',
    unknownTestValue:
      '“{value}” is no test value of the sandbox; its page and `khatm sandbox --help` name them all',
    clearanceFailed: '{detail}',
    uuidReused: 'This UUID belongs to another document that was accepted earlier',
    reportedAgain: 'The invoice was reported earlier',
    reportSimplified: 'A simplified document is reported',
    clearStandard: 'A standard document is cleared',
  },
  chain: {
    'counter-reused': 'Counter {icv} belongs to another document of this device',
    'previous-hash': 'The previous hash is not that of the document with counter {before}',
    'next-previous-hash': 'The document with counter {next} names another one before it',
  },
  directives: {
    syntax:
      'Many directives may end in *3, which keeps them in force for three answers; before that, those marked @CALL may name one call: @compliance, @compliance-check, @production, @renewal, @reporting or @clearance. Those of documents (reject, warn, park, slow) may end in ~TEXT: then they wait for a document with this text in the name of a line, as in reject=BR-KSA-08*1~Coffee.',
    faults: {
      delay: 'waits before it does anything',
      status:
        'answers with this status and takes nothing, for instance status=403@reporting or status=503*20',
      'rate-limit': 'answers 429 with these seconds in Retry-After and takes nothing',
      'retry-after': 'puts Retry-After on every answer that status=… gives',
      drop: 'does all of its work and loses the answer: the document is accepted, the pair issued, the one-time password spent',
      cut: 'does all of its work and cuts the connection in the middle of the answer',
      'broken-json': 'does all of its work and sends half of the answer’s text as if it were whole',
      trickle: 'does all of its work and sends the answer one byte at a time, this long apart',
      garbage: 'takes nothing and answers 200 with a web page, as a guest network’s sign-in page does',
      silence: 'takes nothing and never answers',
      'clock-skew':
        'sets its clock ahead, or behind where negative: the Date header, certificates, passwords and checks of dates',
      version: 'accepts this Accept-Version beside V2',
      'otp-refused':
        'refuses a good one-time password with Invalid-OTP and does not spend it (a used, an expired and a wrong one look the same)',
      'template-refused':
        'answers a certificate request with NOT_COMPLIANT, “Denied by Policy Module”, as for a wrong template',
      'compliance-refused':
        'refuses this document of the compliance series: standard, standard-credit-note, standard-debit-note, simplified, simplified-credit-note or simplified-debit-note',
      'missing-step': 'says Missing-ComplianceSteps of this document though it has passed',
      'steps-not-enforced':
        'gives a production pair without the compliance series, as the developer portal does',
      'canned-certificate': 'issues a certificate of another key, as the developer portal does',
      'certificate-minutes': 'issues certificates that expire after this many minutes',
      'not-compliant':
        'answers renewal with 428 and a new compliance pair inside `value`; the series and POST /production/csids come next',
      'not-compliant-bare': 'the same, not wrapped in `value`',
      'production-once':
        'refuses a second POST /production/csids with the same request id; without this directive it issues again, and both pairs serve',
      'renewal-ends-old':
        'renewal makes the device’s older pairs invalid; without this directive they serve until their certificates end',
      'reissue-keeps-old':
        'a new onboarding of a known device leaves its older pairs valid; without this directive they end the moment the new one is issued',
      'old-stamp-refused':
        'refuses a document stamped with another certificate of the device than that of the pair it comes with; without this directive it is accepted',
      reject: 'rejects a document that has no fault, for practice, with this code or sandbox-practice',
      warn: 'accepts a document with a warning that it does not deserve, with this code or sandbox-practice',
      park: 'refuses a document as a wrong request: the terminal parks it, and a person sends it again',
      slow: 'does all of its work on a document and answers so much later, 4000 if left out; more than 30000 is no answer in time for Khatm, which sends it again',
      'clearance-off': 'answers clearance with 303; such documents are then taken by reporting',
    },
    scenarios: {
      revoke:
        'makes the newest production pair invalid; =all every pair; =DEVICE all pairs of the devices whose VAT number and serial contain this text',
      'change-secret': 'changes the secret of the same pairs, so that the one the terminal knows is refused',
      'forget-steps': 'forgets every compliance step passed so far',
      'expire-otps': 'ends the hour of every one-time password given so far',
    },
  },
  testValues: {
    lead: 'In training the name of a line may say what becomes of its document. In simulation and production it is a name like any other:',
    reject: 'is rejected with this code, or with sandbox-practice',
    warn: 'is accepted with a warning of this code, or with sandbox-practice',
    park: 'is refused as a wrong request and parked: it waits for a person, each time',
    slow: 'is answered so much later, 4000 if left out; the terminal waits 30000 at most, and sends it again after that',
    drop: 'is accepted and its answer lost: the terminal sends it again',
    'clearance-off': 'a business document is not cleared but reported, as while clearance is switched off',
  },
} as const;
