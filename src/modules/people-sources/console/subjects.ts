import { subject } from '#kit/console/page/subject.ts';

/** Sources of people. */
export const source = subject('user-centre', 'source');
/** Tokens by which an identity provider pushes. */
export const scimToken = subject('user-centre', 'scimToken');
/** Runs of a source. */
export const sourceRun = subject('user-centre', 'sourceRun');
