import * as z from 'zod';

// Keeps zod from compiling its parsers with `new Function`, which the page's policy forbids and reports as a violation.
// This must run before the first schema is created, so it is imported before everything else.
z.config({ jitless: true });
