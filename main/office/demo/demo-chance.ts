const articles = [
  ['قهوة سعودية | Saudi coffee', '12.00'],
  ['كبسة دجاج | Chicken kabsa', '27.50'],
  ['عصير رمان | Pomegranate juice', '14.00'],
  ['تمر سكري ١ كجم | Sukkari dates 1 kg', '46.00'],
  ['خبز تميز | Tamees bread', '3.50'],
  ['ماء | Water', '1.50'],
] as const;

/** Returns what is left to chance in the demonstration. @param random returns a number evenly from [0, 1) */
export function createDemoChance(random: () => number) {
  /** Returns a whole number between the two, both included. */
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return {
    whole,
    basket() {
      const lines = Array.from({ length: whole(1, 4) }, () => {
        const [name, unitPrice] = articles[whole(0, articles.length - 1)] ?? articles[0];
        return { name, unitPrice, quantity: String(whole(1, 3)) };
      });
      return { lines };
    },
  };
}
