import { testTextOf } from './large-text.ts';

testTextOf(175);
