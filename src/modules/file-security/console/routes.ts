import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  downloadPage,
  encryptionPage,
  fileSecurity,
  fileSecurityPages,
  mdmAuth,
  mdmDeptPage,
  mdmGroupPage,
  mdmHolderPage,
  mdmRightsPage,
  mdmRolePage,
  mdmUserPage,
  outerNetPage,
  previewPage,
  printFrame,
  printLogPage,
  sendPage,
  sendUserPage,
  unbindLogPage,
  whiteUserPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const auth = name(mdmAuth.code);
const roles = name(mdmRolePage.code);
const rules = name(fileSecurity.code);
const logs = name(printFrame.code);

/** Device roles, file rules, and what terminals reported. */
export const fileSecurityConsole: ConsoleModule = {
  name: 'file-security',
  resources: fileSecurityPages,
  finds: [
    findsSettings({
      namespace: 'file-security',
      kind: 'outerNet',
      page: outerNetPage,
      update: async () => (await import('../common/outer-net.contract.ts')).outerNetUpdate,
    }),
    findsSettings({
      namespace: 'file-security',
      kind: 'fileEncryption',
      page: encryptionPage,
      update: async () => (await import('../common/encryption.contract.ts')).encryptionUpdate,
    }),
  ],
  routes: [
    pageRoute(mdmAuth, { defaultChild: roles, load: () => import('./auth.page.tsx') }),
    pageRoute(mdmRolePage, { parent: auth, defaultChild: name(mdmUserPage.code), load: () => import('./roles.page.tsx') }),
    pageRoute(mdmUserPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/employee-members.page.tsx') }),
    pageRoute(mdmDeptPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/department-members.page.tsx') }),
    pageRoute(mdmGroupPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/crowd-members.page.tsx') }),
    pageRoute(mdmRightsPage, { parent: roles, shownWith: 'roleId', load: () => import('./rights.page.tsx') }),
    pageRoute(mdmHolderPage, { parent: auth, load: () => import('./role-user.page.tsx') }),
    pageRoute(fileSecurity, { load: () => import('./config.page.tsx') }),
    pageRoute(downloadPage, { parent: rules, load: () => import('./download.page.tsx') }),
    pageRoute(sendPage, { parent: rules, load: () => import('./send.page.tsx') }),
    pageRoute(previewPage, { parent: rules, load: () => import('./preview.page.tsx') }),
    pageRoute(sendUserPage, { parent: rules, load: () => import('./send-user.page.tsx') }),
    pageRoute(outerNetPage, { parent: rules, load: () => import('./outer-net.page.tsx') }),
    pageRoute(whiteUserPage, { parent: rules, load: () => import('./white-user.page.tsx') }),
    pageRoute(encryptionPage, { parent: rules, load: () => import('./encryption.page.tsx') }),
    pageRoute(printFrame, { defaultChild: name(printLogPage.code), load: () => import('./print-frame.page.tsx') }),
    pageRoute(printLogPage, { parent: logs, load: () => import('./print-log.page.tsx') }),
    pageRoute(unbindLogPage, { parent: logs, load: () => import('./unbind-log.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
