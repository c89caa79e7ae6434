/** Rules that warn about something a till must be able to sell, with the reason to accept the warning. */
export const explanations: Readonly<Record<string, string>> = {
  'BR-KSA-F-06-C19': 'an item may have a name of two letters',
  'BR-KSA-F-C-01': 'an item may have a number for a name',
  'BR-Z-08': 'a sale may have several reasons of one category, each with its own amount',
  'BR-E-08': 'a sale may have several reasons of one category, each with its own amount',
  'BR-O-08': 'a sale may have several reasons of one category, each with its own amount',
  'BR-KSA-97': 'a small VAT amount can be the same in both currencies',
  'BR-KSA-F-07': 'a buyer’s tax number is taken as the buyer gives it',
  'BR-KSA-F-08': 'a buyer’s registration is taken as the buyer gives it',
  'BR-KSA-F-09': 'a buyer’s unified number is taken as the buyer gives it',
  'BR-KSA-F-10': 'a buyer’s national id is taken as the buyer gives it',
  'BR-KSA-F-11': 'a buyer’s residence permit is taken as the buyer gives it',
  'BR-KSA-F-13': 'a buyer’s id may look made up and be right',
};
