export { backedUpAt } from './backup.watch.ts';
