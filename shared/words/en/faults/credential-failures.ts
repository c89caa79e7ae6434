export const en = {
  otpWrong:
    'The code was not accepted. It may be mistyped, used already, or for another taxpayer. Get a new code in the Fatoora portal and enter it here.',
  otpUsed: 'This code has been used; each code serves once. Get a new code in the Fatoora portal.',
  otpExpired: 'This code has expired; a code is good for one hour. Get a new code in the Fatoora portal.',
  otpMissing: 'The code did not reach the authority. Enter it again.',
  templateRefused:
    'The authority refuses this kind of certificate here. The code was probably made in the other portal: simulation and production each have their own. Check the environment, then get a code in its portal.',
  requestRefused:
    'The authority did not accept the details for the certificate. Check the VAT number, the branch and its address under Company, then get a new code.',
  stepsMissing:
    'The authority still misses some of the test documents. Try again: they are sent once more, and no new code is needed.',
  renewalRefused:
    'The authority does not accept the present certificate for a renewal. Use Re-issue instead, with a new code.',
  otherKey:
    'The authority answered with a certificate that belongs to another key, so it was not taken. Check the gateway’s address, then start again with a new code.',
  otherVatNumber:
    'The certificate that came is for another VAT number, so it was not taken. The code was made by another taxpayer. Check the VAT number, then get a code as the right taxpayer.',
  otherTemplate:
    'The certificate that came is for another environment, so it was not taken. Check the gateway’s address under Environments, then get a code in the right portal.',
  documentRefused:
    'A test document was not accepted. The list shows which one and why. If it names details of the company, mend them first; then try again.',
  refused: 'The authority did not accept the request ({code}). {message}',
  noNetwork: 'The authority cannot be reached. Check this device’s network, then try again.',
  tooSlow: 'The authority did not answer in time. Wait a minute, then try again.',
  tooBusy: 'The authority’s service is busy or disturbed. Wait some minutes, then try again.',
  unreadable:
    'What answered was not the authority. A sign-in page of the network or a wrong gateway address may stand in between. Check both, then try again.',
  answerLost:
    'No answer came: the authority was not reached, or the connection broke while it was answering. Check the network and enter the code again; if it is refused, get a new one. A certificate whose answer was lost is never used.',
  pairRefused:
    'The authority did not accept the credential it gave this terminal (401). Check that the environment is the right one. If it is, begin again with a new code.',
  notPermitted:
    'The authority knows this terminal but does not permit this (403). Check in the Fatoora portal that the device is still registered there.',
  clock:
    'This device’s clock does not agree with the authority’s certificates. Set date and time, then try again.',
} as const;
