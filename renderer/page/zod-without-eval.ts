import * as z from 'zod';

// zod would compile its parsers with `new Function`; the page's policy forbids that, and asking is reported as a
// violation. This must run before the first schema is made, so it is imported before anything else.
z.config({ jitless: true });
