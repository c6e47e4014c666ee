import { lazy } from 'react';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { approvalPages, changeApproval } from '../common/permissions.ts';

/** Change approvals in the console. */
export const approvalsConsole: ConsoleModule = {
  name: 'approvals',
  resources: approvalPages,
  home: [
    {
      page: changeApproval,
      order: 3,
      read: async (signal) => (await import('./at-home.ts')).approvalsAtHome(signal),
      act: lazy(() => import('./approve-at-home.tsx')),
    },
  ],
  ...(changeApproval.route !== undefined && { approvals: changeApproval.route }),
  routes: [pageRoute(changeApproval, { load: () => import('./change-approval.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
