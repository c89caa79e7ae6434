import { answerTasks } from '../../base/platform/thread.ts';
import { createFonts, type Fonts } from '../../document/paper/fonts.ts';
import { type ReportFile, reportFile } from './report-file.ts';
import { type TableFile, tableFile } from './table-file.ts';

/*
 * The thread for reports (see report-files.ts): a report of thousands of articles takes a second to write, during which
 * the till must stay responsive. Fonts are loaded for the first PDF and stay.
 */

let loaded: Fonts | undefined;
const fonts = () => (loaded ??= createFonts());

answerTasks<ReportFile | TableFile, Uint8Array>((file) =>
  'report' in file ? reportFile(file, fonts) : tableFile(file, fonts),
);
