/** The first hour of an integrator, on the page that the API serves; Markdown. */
export const en = {
  title: 'Quickstart',
  need: 'You need curl and a shell. Each step uses what the steps before it left.',
  address: 'This terminal',
  commands: 'Commands',
  steps: {
    credentials: {
      title: 'Get an id and a secret',
      text: 'At the terminal a manager opens **Settings → Integrations**, turns on the **API**, and under **Programs** adds yours. The secret is shown once. Begin in training: it is a whole terminal, and a sandbox plays the authority. Without a screen a script does the same on the terminal’s machine: `khatm serve --data DIR` runs the terminal of a data folder, `khatm integration api on --data DIR` turns on the API, and `khatm integration client add --data DIR --name "Web shop" --scope invoices.write invoices.read --json` prints the id and the secret.',
    },
    token: {
      title: 'Get a token',
      text: 'It is good for an hour. Keep it, and ask for another shortly before `expires_in` has passed or after a 401. When a manager gives you a new secret (or a script, with `khatm integration client rotate ID --data DIR`), the old one serves for 24 hours more, or as long as was chosen.',
    },
    sale: {
      title: 'Send a sale',
      text: 'The answer is the issued document: its `number`, its `uuid` and the text of its `qr`; its XML is at `/xml`, or in the answer with `Prefer: return=representation`. The document is dated now. Prices include VAT unless you say `"prices": "excludeVat"`. Sent again with the same key or `saleId`, it gives the same document: **after a cut line send the same again**, with a pause that grows. A corrected sale is another sale and needs a new id.',
    },
    qr: {
      title: 'Print its QR',
      text: 'Put the text of `qr` into the symbol as it stands, and do not decode it first; or take the picture. A consumer’s receipt is valid from now on, whatever becomes of the status.',
    },
    status: {
      title: 'See its status',
      text: '`waiting` and `sending` end by themselves, `accepted` is the end. `parked` needs a manager at the terminal, and `rejected` too: tell a person. Better than asking is a webhook, below.',
    },
    return: {
      title: 'Take goods back',
      text: 'A credit note from lines and quantities, or from `"everything": true`. The answer says what is `left`; more than that is refused with 409.',
    },
    note: {
      title: 'Write a note yourself',
      text: 'Where no goods come back, a credit note or a debit note is a sale of its kind that names the invoice and its line; the buyer is the invoice’s. All notes and returns together give back at most what was sold. An advance that was paid is given back in the same way.',
    },
    advance: {
      title: 'Deduct an advance',
      text: 'An advance is a sale of the kind `prepayment`. The final invoice says the whole price and names the advance by its number, day and time; it can be deducted once, in parts or as a whole. An advance or an invoice of another system is declared with its total (`otherSystem`), by a program with the scope `notes.other-systems`: see the examples of `POST /v2/invoices`.',
    },
    day: {
      title: 'Read a day into your books',
      text: 'Rows have net, VAT, rounding and total: the first three together are the last, unless an advance was deducted. Ask again with `cursor` while the answer has a `nextCursor`. A credit note’s amounts go back: take them off. Or take them all at once, with signs, from `GET /v2/invoices.csv`.',
    },
  },
  training: {
    title: 'Training',
    text: 'In training everything is as in production but the authority, which the terminal plays itself: nothing leaves the machine, and no document counts. Try each outcome there before you need it.',
    sandbox: 'Training’s authority, with a page of its own on the terminal’s machine',
  },
  folder: {
    title: 'Without HTTP',
    text: 'A program that cannot speak HTTP writes a file for each sale: the same JSON object as the body of `POST /v2/invoices`, in UTF-8, with a `saleId`. A manager turns the drop folder on under **Settings → Integrations → Drop folder**, or a script with `khatm integration folder on --folder C:\\Khatm --data DIR`, which prints where it is. In it are three folders:\n\n- `in`: write a sale under a name that does not end in `.json`, then rename it to `NAME.json`. Files beside `in` are not read; `khatm integration folder status` counts them.\n- `out`: the issued document `NAME.xml`, and `NAME.json` with its number, QR and status, as the API answers them; it is written again whenever the status changes. A cleared invoice has `NAME.cleared.xml` too.\n- `refused`: a sale that is wrong, and `NAME.reason.json` with its `code`, a `message` in two languages and the `issues`, as in a problem.\n\nWhere another file had the name, the new one has a number behind it. No file is issued twice. Many sales in one call are for `khatm issue --from FOLDER|FILE.ndjson|- --data DIR`, one line of JSON for each.',
  },
  tills: {
    title: 'Many tills',
    text: 'Forty tills are one script, without a screen: each has a folder, a port, a program that may sell, and a receiver of webhooks. It needs bash on the machine where the tills run; `TILLS` names a folder for them and `RECEIVER` the address of your receiver. A call that is cut off is given again. Where it was cut between making a secret and keeping it, `khatm integration webhook list` or `client list` shows what has no file: remove or revoke that, and start the script again. Then `khatm serve --data DIR` runs each of them; in simulation and production `khatm onboard` comes first.',
  },
  network:
    'From another machine the address is https, with a certificate that the terminal made: save it at the terminal under **API** and give it to your program (`curl --cacert certificate.pem`, `SSL_CERT_FILE`, `NODE_EXTRA_CA_CERTS`).',
} as const;
