import { execFileSync } from 'node:child_process';

/* Opens the program's files with independent programs. */

export const hasProgram = (program: string): boolean => {
  try {
    execFileSync(program, ['--help'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
};

const python = (program: string, file: string): string[][] =>
  JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8', maxBuffer: 1 << 30 }));

/** Reads a CSV file with Python's own module. */
export const readCsv = (file: string): string[][] =>
  python(
    'import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], encoding="utf-8-sig", newline="")))))',
    file,
  );

/** Reads the first sheet of a workbook with Python's own modules. A number is returned as its stored text. */
export const readWorkbook = (file: string): string[][] => python(workbook, file);

const workbook = `
import json, re, sys, zipfile
from xml.etree import ElementTree
z = zipfile.ZipFile(sys.argv[1])
n = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
strings = []
if "xl/sharedStrings.xml" in z.namelist():
    for one in ElementTree.fromstring(z.read("xl/sharedStrings.xml")).findall("m:si", n):
        strings.append("".join(t.text or "" for t in one.iter("{%s}t" % n["m"])))
rows = []
for row in ElementTree.fromstring(z.read("xl/worksheets/sheet1.xml")).iter("{%s}row" % n["m"]):
    cells = {}
    for cell in row.findall("m:c", n):
        column = 0
        for letter in re.match("[A-Z]+", cell.get("r")).group(): column = column * 26 + ord(letter) - 64
        value = cell.find("m:v", n)
        assert cell.find("m:f", n) is None, "a formula"
        if cell.get("t") == "s": text = strings[int(value.text)]
        elif cell.get("t") == "inlineStr": text = "".join(t.text or "" for t in cell.iter("{%s}t" % n["m"]))
        else: text = "" if value is None else value.text
        cells[column] = text
    rows.append([cells.get(i + 1, "") for i in range(max(cells, default=0))])
print(json.dumps(rows))`;

/** Reads the text of a PDF with poppler, with its words in the order of the page. */
export const readPdfText = (file: string): string =>
  execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });

/** Unpacks a ZIP file and compares every file in it with the list of checksums; throws if one differs. */
export function checkZip(file: string, folder: string): void {
  // Names in Arabic need a locale that has them.
  execFileSync('unzip', ['-q', file, '-d', folder], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' });
}
