export { directorySources } from './directories.ts';
