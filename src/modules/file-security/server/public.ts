export { fileSourcesOf, type FileSource } from './rule/file-sources.ts';
export { mayUseFile, type FileAnswer } from './may-use-file.ts';
