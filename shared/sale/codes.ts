/* Code lists of the authority's rules that a sale may name. */

const list = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

/**
 * Currencies a document can use (ISO 4217 when the rules were written: BR-CL-03 and BR-CL-04). Each has two decimals.
 */
export const currencies = list(
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP ' +
    'BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB ' +
    'EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD ' +
    'JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO ' +
    'MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
    'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SRD SSP STD SVC SYP SZL THB TJS TMT TND TOP TRY TTD ' +
    'TWD TZS UAH UGX USD USN UYI UYU UZS VEF VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD ' +
    'XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWL',
);

/** The reasons for a charge (UNTDID 7161, rule BR-KSA-CL-06): DL delivery, FC freight, ABK miscellaneous … */
export const chargeReasonCodes = list(
  'AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT ' +
    'ABU ACF ACG ACH ACI ACJ ACK ACL ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY ' +
    'ADZ AEA AEB AEC AED AEF AEH AEI AEJ AEK AEL AEM AEN AEO AEP AES AET AEU AEV AEW AEX AEY AEZ AJ ' +
    'AU CA CAB CAD CAE CAF CAI CAJ CAK CAL CAM CAN CAO CAP CAQ CAR CAS CAT CAU CAV CAW CD CG CS CT ' +
    'DAB DAD DL EG EP ER FAA FAB FAC FC FH FI GAA HAA HD HH IAA AB ID IF IR IS KO L1 LA LAA LAB LF ' +
    'MAE MI ML NAA OA PA PAA PC PL RAB RAC RAD RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB AC ' +
    'TT TV V1 V2 WH XAA YY ZZZ',
);

/** Payment means (UNTDID 4461) that both rules, BR-CL-16 and BR-KSA-16, allow: 1–68, 70, 74–78, 91–97, ZZZ. */
export const paymentCodes: ReadonlySet<string> = new Set([
  ...numbers(1, 68),
  '70',
  ...numbers(74, 78),
  ...numbers(91, 97),
  'ZZZ',
]);

function numbers(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
