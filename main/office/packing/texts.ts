import { deflateRawSync, inflateRawSync } from 'node:zlib';

/*
 * Packs short texts by what is usual in them: the authority's answers, and the details of a till's audit lines.
 */

/**
 * The pieces that texts consist of, the most frequent ones last. Stored texts need them exactly as they are: another list
 * gets the next number, and this one stays to read what it packed.
 */
const usual = Buffer.from(
  [
    '"shift":,"approvedBy":,"reason":,"client":,"saleId":,"terminal":,"refund":,"card","transfer","onAccount","program"',
    ',"role":"manager","from":,"to":,"name":,"address":,"environment":"simulation","production","version":',
    '{"validationResults":{"infoMessages":[{"type":"INFO","code":"sandbox","category":"SANDBOX","message":"A sandbox, not ',
    'the tax authority. Nothing sent here reaches it.","status":"PASS"}],"warningMessages":[{"type":"WARNING",',
    '"code":"BR-KSA-","category":"KSA","message":"","status":"WARNING"}],"errorMessages":[{"type":"ERROR","status":"ERROR"',
    '{"validationResults":{"infoMessages":[{"type":"INFO","code":"XSD_ZATCA_VALID","category":"XSD validation",',
    '"message":"Complied with UBL 2.1 standards in line with ZATCA specifications","status":"PASS"}],',
    '"warningMessages":[],"errorMessages":[],"status":"PASS"},"clearanceStatus":"CLEARED",',
    '"clearedInvoice":"(kept as the cleared document)"},"reportingStatus":"REPORTED"}',
    '{"icv":1,"number":"T1-000001","hash":"=","by":"person","role":"cashier","payments":[{"means":"cash","amount":1}]}',
  ].join(''),
);
const number = 1;

/** A text of a few hundred bytes needs no more memory, and making it ready takes longer than the packing itself. */
const small = { windowBits: 12, memLevel: 5, chunkSize: 1024 };

/** Returns the number of the list, and the text packed by it. */
export const packText = (text: string): Buffer =>
  Buffer.concat([Buffer.of(number), deflateRawSync(text, { ...small, dictionary: usual })]);

/** Returns the text. @throws Error for bytes that were packed in another way */
export function unpackText(bytes: Uint8Array): string {
  if (bytes[0] !== number) throw new Error('a text is packed by an unknown list');
  return inflateRawSync(bytes.subarray(1), { dictionary: usual }).toString('utf8');
}
