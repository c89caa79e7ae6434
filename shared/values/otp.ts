import * as z from 'zod';
import { foldDigits } from './arabic-digits.ts';

/** The number of digits of the authority's one-time passwords (facts, Time). */
export const otpLength = 6;

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
  .overwrite(foldDigits)
  .superRefine((otp, context) => {
    const fault = otpFault(otp);
    if (fault === undefined) return;
    const { code, message, params } = fault;
    context.addIssue({ code: 'custom', message, params: { code, ...params } });
  });
