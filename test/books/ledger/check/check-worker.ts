import { answerParts } from '../../../../main/books/ledger/check/check-part.ts';
import { readers } from '../sample.ts';

/* A thread that checks parts of a ledger with sample documents. */

answerParts(readers);
