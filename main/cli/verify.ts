import { verifyDocument } from '../stamp/verify.ts';
import { readInput } from './files.ts';

/** `khatm verify`: one line per check; exit 1 if any fails. */
export function verify(files: string[]): void {
  const documents = files.map((file) => ({ file, xml: readInput(file) }));
  for (const { file, xml } of documents) {
    for (const { name, ok, detail } of verifyDocument(xml)) {
      console.log(`${file}: ${name}: ${ok ? 'ok' : 'FAILED'}${detail === undefined ? '' : ` (${detail})`}`);
      if (!ok) process.exitCode = 1;
    }
  }
}
