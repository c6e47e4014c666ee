import { inboxPages } from './inbox/inbox.permissions.ts';
import { customMenuPage } from './menu/menu.permissions.ts';
import { autoReplyPage } from './reply/permissions.ts';

/** Every page of the module. */
export const publicRepliesPages = [autoReplyPage, customMenuPage, ...inboxPages] as const;
