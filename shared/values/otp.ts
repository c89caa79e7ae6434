import * as z from 'zod';
import { withLatinDigits } from './arabic-digits.ts';

/** The number of digits of the authority's one-time passwords (facts, Time). */
export const otpLength = 6;

/** Returns a typed or copied one-time password in Latin digits, without blanks and direction marks. */
export function foldOtp(text: string): string {
  return withLatinDigits(text.normalize('NFKC')).replace(/[\s\p{Cf}]/gu, '');
}

/** Returns the reason why a folded text is no one-time password. It is a secret, so nothing of it is repeated. */
export function otpFault(otp: string) {
  if (/\D/.test(otp)) return { code: 'otp-character', message: 'must have digits alone', params: {} };
  const value = otp.length;
  if (value === otpLength) return undefined;
  return {
    code: 'otp-length',
    message: `must have ${otpLength} digits`,
    params: { limit: otpLength, value },
  };
}

/** A one-time password as a person or a program gives it, folded. */
export const otpSchema = z
  .string()
  .overwrite(foldOtp)
  .superRefine((otp, context) => {
    const fault = otpFault(otp);
    if (fault === undefined) return;
    const { code, message, params } = fault;
    context.addIssue({ code: 'custom', message, params: { code, ...params } });
  });
