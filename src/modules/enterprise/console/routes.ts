import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  contactLimitPage,
  enterpriseConfig,
  enterprisePages,
  fileDepartmentPage,
  fileGroupPage,
  fileMemberPage,
  fileUserPage,
  fileWhitePage,
  segmentLimitPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(enterpriseConfig.code);
const rules = name(fileMemberPage.code);

/** The enterprise's own rules in the console. */
export const enterpriseConsole: ConsoleModule = {
  name: 'enterprise',
  resources: enterprisePages,
  routes: [
    pageRoute(enterpriseConfig, { defaultChild: name(segmentLimitPage.code), load: () => import('./enterprise-config.page.tsx') }),
    pageRoute(segmentLimitPage, { parent: frame, load: () => import('./segment-limits.page.tsx') }),
    pageRoute(contactLimitPage, { parent: frame, load: () => import('./member-limits.page.tsx') }),
    pageRoute(fileMemberPage, { parent: frame, defaultChild: name(fileUserPage.code), load: () => import('./file-rules.page.tsx') }),
    pageRoute(fileUserPage, { parent: rules, load: () => import('./relate-user.page.tsx') }),
    pageRoute(fileGroupPage, { parent: rules, load: () => import('./relate-group.page.tsx') }),
    pageRoute(fileDepartmentPage, { parent: rules, load: () => import('./relate-department.page.tsx') }),
    pageRoute(fileWhitePage, { parent: rules, load: () => import('./white-list.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
