import * as z from 'zod';
import { storedForm } from '../stored-form.ts';

/** The form of company and terminal that is not saved yet, in the session storage: texts by their paths. */
export const companyDraft = storedForm({
  name: 'company-draft',
  schema: z.record(z.string(), z.string()),
});
