export const signIn = {
  title: 'Who is working?',
  pinOf: 'PIN of {name}',
  lead: 'Choose your name, then enter your PIN.',
  digits: {
    one: '{count} digit entered',
    other: '{count} digits entered',
  },
  pad: 'PIN pad',
  erase: 'Erase',
  enter: 'Sign in',
  others: 'Somebody else',
  wrong: 'This PIN is not right. Try again.',
  wait: 'Too many wrong PINs. Try again in {shown} s.',
  signOut: 'Sign out',
  signedIn: 'Signed in',
  againWhy: 'This is a serious change, and your PIN was entered a while ago. Enter it again to go on.',
  confirm: 'Go on',
} as const;

export const approve = {
  title: 'A manager must agree',
  manager: 'Manager',
  reason: 'Why?',
  toPin: 'To the PIN',
  agree: 'Agree',
  limits: {
    discount: 'The discount is larger than a cashier may give.',
    refund: 'The amount is larger than a cashier may pay back.',
    credit: 'The customer would owe more than their limit.',
    'refund-days': 'The sale is too long ago for a cashier to take goods back.',
    price: 'A price is not the one in the list of articles.',
    drawer: 'The drawer is opened without a sale.',
    totals: 'The totals of the shift are for managers.',
    reprint: 'This receipt was printed before.',
    'no-receipt':
      'The receipt of these goods was not shown. It can still be scanned before a manager agrees.',
    'other-means': 'More is paid back this way than was paid this way.',
    account: 'A payment on account is received.',
  },
  agreedBy: 'Agreed by {name}: {reason}',
} as const;

export const recover = {
  title: 'It is not known any more who works here',
  lead: 'The list of people is gone from the protected store, so nobody can sign in. Whoever knows the terminal’s passphrase names a manager here. All invoices are safe.',
  commandLine:
    'The list of people is gone from the protected store of this computer, so nobody can sign in. Whoever looks after this computer names a manager with the command khatm manager. All invoices are safe, and what waits is still sent.',
  action: 'Name this manager',
} as const;

export const vault = {
  lockedTitle: 'Unlock this terminal',
  lockedText:
    'The terminal’s key is protected by a passphrase. Until it is entered, nothing can be sold or sent. All invoices are safe.',
  unavailableTitle: 'The terminal’s key cannot be reached',
  unavailableText: 'Until it can be opened, nothing can be sold or sent. All invoices are safe.',
  passphrase: 'Passphrase',
  open: 'Unlock',
  opening: 'Unlocking …',
} as const;
