export { limitsOf } from './limits/open-limits.ts';
