export { canonicalHash } from './canonical.ts';
