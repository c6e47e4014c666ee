import { autoReplyPage } from './reply/permissions.ts';

/** Every page of the module. */
export const publicRepliesPages = [autoReplyPage] as const;
