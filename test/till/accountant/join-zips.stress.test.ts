import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { joinZips } from '../../../main/till/accountant/join-zips.ts';
import { sha256 } from '../../../main/till/accountant/staging.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { isLong, rounds } from '../../support/run/effort.ts';

type Files = Record<string, Uint8Array>;

function join(parts: readonly Files[], level: 0 | 6 = 6) {
  const folder = testFolder();
  const names = parts.map((files, index) => {
    const name = path.join(folder, `${index}.zip`);
    writeFileSync(name, zipSync(files, { level }));
    return name;
  });
  const file = path.join(folder, 'whole.zip');
  return { file, ...joinZips(names, file) };
}

const hasPython = () => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('joining ZIP files', () => {
  it('gives one with all their entries, whatever those are', () => {
    const part = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abc/ـقهوة😀') }),
      fc.uint8Array({ maxLength: 300 }),
      { maxKeys: 6 },
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        // The names are unique, like those of documents.
        const named = parts.map((files, index) =>
          Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${index}-${name}`, bytes])),
        );
        const { file, hash, bytes } = join(named);
        const whole = readFileSync(file);
        expect([sha256(whole), whole.length]).toEqual([hash, bytes]);
        expect(Object.entries(unzipSync(whole))).toEqual(named.flatMap((files) => Object.entries(files)));
      }),
      { numRuns: rounds(100) },
    );
  });

  it.runIf(hasPython())('holds more entries than an ordinary directory has room for', () => {
    const many = (from: number): Files =>
      Object.fromEntries(
        Array.from({ length: 35_000 }, (_, index) => [`xml/${from + index}.xml`, strToU8(`${from + index}`)]),
      );
    const { file } = join([many(0), many(35_000)], 0);
    const program = `import zipfile, sys
z = zipfile.ZipFile(sys.argv[1]); n = z.namelist()
assert len(n) == 70000${isLong ? ' and z.testzip() is None' : ''}
assert all(z.read(f"xml/{i}.xml") == str(i).encode() for i in (0, 34999, 35000, 69999))`;
    execFileSync('python3', ['-c', program, file]);
  });
});
