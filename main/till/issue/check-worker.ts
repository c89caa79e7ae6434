import { answerParts } from '../../books/ledger/check/check-part.ts';
import { documentReaders } from './document-readers.ts';

/* A thread that checks a part of the books (see check-books.ts). */

answerParts(documentReaders);
