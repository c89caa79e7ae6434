/** Words of how receipts get on paper. */
export const en = {
  printing: {
    title: 'Printing',
    lead: 'How receipts get on paper. It holds for this device, in every environment.',
    auto: 'Print a receipt after each sale',
    autoText: 'As soon as the invoice is sealed. A printer that fails holds up no sale.',
    autoByPage: 'As soon as the invoice is sealed, the browser’s print window opens.',
    byPage: 'Khatm runs in a browser here. The browser’s own window asks for the printer.',
    printer: 'Printer',
    default: 'The system’s default printer',
    defaultText: 'Whichever is set in the settings of this device.',
    gone: 'Not there now. Connect it, or choose another one.',
    none: 'This device has no printer. Add one in the settings of the device, then look again.',
    lookAgain: 'Look for printers again',
    looking: 'Looking …',
    paper: 'Paper',
    papers: { roll80: 'Roll, 80 mm', roll58: 'Roll, 58 mm', a4: 'Sheet, A4' },
    papersText: {
      roll80: 'Most receipt printers.',
      roll58: 'Small and portable receipt printers.',
      a4: 'An office printer: the receipt at the top of a sheet.',
    },
    testText: 'A test page shows whether printer and paper fit, also before you save.',
    test: 'Print a test page',
    testing: 'Printing …',
    sent: 'Sent to the printer',
  },
};
