import * as z from 'zod';
import { type Failure, issueSchema } from '../../../shared/failure.ts';
import { describeFailure, type Language } from '../../../shared/words/index.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Reissued } from '../../till/issue/reissue-each.ts';
import { publicIssues } from '../public-issues.ts';
import { invoiceSummarySchema, toSummary } from './invoice-resource.ts';

/* Rejected documents that are issued again all together in the API. */

const cause = z.string().trim().min(1).max(500);

export const reissueRequestSchema = z.strictObject({
  cause: z
    .union([cause, z.array(cause).min(1).max(50)])
    .describe(
      'Why the authority rejected them: the code of its reason, for instance BR-KSA-04, or all codes where it gave several. A document with others besides is not meant. Only what a wrong clock caused can be issued again as it was',
    ),
});

const reissuedSchema = z.object({
  rejected: z
    .object({
      uuid: z.uuid().describe('GET /v2/invoices/{uuid}'),
      number: z.string().describe('The number a person reads, for instance T1-000042'),
    })
    .describe('The rejected document'),
  issued: invoiceSummarySchema.optional().describe('The document that counts in its place'),
  existed: z
    .boolean()
    .optional()
    .describe('With issued: true if somebody else had issued it again meanwhile'),
  refusal: z
    .object({
      code: z.string().describe('As of a problem'),
      title: z.string().describe('Words for a person, in Arabic or English as Accept-Language asks'),
      issues: z.array(issueSchema).optional().describe('What is wrong, and the way on'),
    })
    .optional()
    .describe('In place of issued: why it was not issued again; it stays rejected'),
});

export const reissuesSchema = z.object({
  results: z
    .array(reissuedSchema)
    .describe('What became of each, oldest first; empty when none of this cause is left'),
  more: z.boolean().describe('true when older rejected documents were not looked at: ask again'),
});

type Result = z.infer<typeof reissuedSchema>;

export const toReissued = (
  rejected: Result['rejected'],
  result: Pick<Extract<Reissued, { entry: unknown }>, 'entry' | 'existed'> | { readonly failure: Failure },
  ledger: Pick<Ledger, 'documents' | 'facts'>,
  language: Language,
): Result =>
  'failure' in result
    ? { rejected, refusal: toRefusal(result.failure, language) }
    : { rejected, issued: toSummary(result.entry, ledger), existed: result.existed };

const toRefusal = ({ code, issues }: Failure, language: Language): Result['refusal'] => ({
  code,
  title: describeFailure({ code }, language),
  ...(issues && { issues: publicIssues(issues, language) }),
});
