/** Returns true when a name is one line of text: lists, mails and files have one name on each line. */
export const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);
