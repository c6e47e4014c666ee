export { createDirectory } from './directory.ts';
