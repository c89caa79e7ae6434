import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  searchPhrases,
  searchText,
  searchWords,
} from '../../../../main/books/ledger/database/search-words.ts';

describe('words as they are compared', () => {
  it.each([
    ['marks and tatweel', 'مُؤَسَّسَة النّخيـــل', 'مؤسسة النخيل'],
    ['forms of alef', 'أحمد إبراهيم آدم ٱلله', 'احمد ابراهيم ادم الله'],
    ['taa marbuta and haa', 'مكتبة', 'مكتبه'],
    ['alef maqsura and yaa', 'مصطفى', 'مصطفي'],
    ['hamza and its seats', 'مسؤول شاطئ بناء', 'مسوول شاطي بنا'],
    ['Persian yaa and kaf', 'علی کریم', 'علي كريم'],
    ['digits', '٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
    ['joined forms', 'ﻻ ﷲ', 'لا الله'],
    ['accents and capitals', 'CAFÉ Zürich', 'cafe zurich'],
    ['punctuation', 'Al-Riyadh, Co. (Ltd)', 'al riyadh co ltd'],
  ])('do not differ by %s', (_, written, plain) => {
    expect(searchWords(written)).toEqual(searchWords(plain));
  });

  it('differ where the letters do', () => {
    expect(searchWords('مكتبة')).not.toEqual(searchWords('مكتب'));
    expect(searchWords('كريم')).not.toEqual(searchWords('قريم'));
  });

  it('are none in a text without letters and digits', () => {
    expect(searchWords(' -- "*" ()')).toEqual([]);
    expect(searchPhrases('…')).toEqual([]);
  });

  it('are the same when they were folded before', () => {
    const arabic = fc.string({
      unit: fc.integer({ min: 0x600, max: 0x6ff }).map((c) => String.fromCharCode(c)),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), arabic), (text) => {
        const words = searchWords(text);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });

  it('are each found in the text they came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const phrase of searchPhrases(text)) expect(searchText(text)).toContain(phrase);
      }),
    );
  });
});
