import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import * as pages from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const management = name(pages.deviceManagement.code);
const safety = name(pages.deviceSafety.code);
const rules = name(pages.bindRulePage.code);

/** Devices in the console. */
export const devicesConsole: ConsoleModule = {
  name: 'devices',
  resources: pages.devicePages,
  finds: [
    findsSettings({
      namespace: 'devices',
      kind: 'bindConfig',
      page: pages.deviceManagement,
      query: '?view=settings',
      update: async () => (await import('../common/settings.contract.ts')).bindConfigUpdate,
    }),
    findsSettings({
      namespace: 'devices',
      kind: 'gestureConfig',
      page: pages.deviceManagement,
      query: '?view=settings&settings=gesture',
      update: async () => (await import('../common/settings.contract.ts')).gestureConfigUpdate,
    }),
  ],
  routes: [
    pageRoute(pages.deviceManagement, {
      defaultChild: name(pages.deviceInfoPage.code),
      load: () => import('./device-management.page.tsx'),
    }),
    pageRoute(pages.deviceInfoPage, { parent: management, load: () => import('./device-info.page.tsx') }),
    pageRoute(pages.employeeSearchPage, { parent: management, load: () => import('./employ-search.page.tsx') }),
    pageRoute(pages.bindRulePage, {
      parent: management,
      defaultChild: name(pages.ruleUserPage.code),
      load: () => import('./bind-rules.page.tsx'),
    }),
    pageRoute(pages.ruleUserPage, { parent: rules, shownWith: 'ruleId', load: () => import('./relate-user.page.tsx') }),
    pageRoute(pages.ruleDeptPage, { parent: rules, shownWith: 'ruleId', load: () => import('./relate-dept.page.tsx') }),
    pageRoute(pages.userBindingPage, { parent: management, load: () => import('./user-binding.page.tsx') }),
    pageRoute(pages.deviceErasePage, { parent: management, load: () => import('./device-erase.page.tsx') }),
    pageRoute(pages.deviceSafety, { defaultChild: name(pages.userEquipmentPage.code), load: () => import('./device-safety.page.tsx') }),
    pageRoute(pages.userEquipmentPage, { parent: safety, load: () => import('./user-equipment.page.tsx') }),
    pageRoute(pages.equipmentPage, { parent: safety, load: () => import('./equipment.page.tsx') }),
    pageRoute(pages.equipmentInfoPage, { parent: safety, load: () => import('./equipment-information.page.tsx') }),
    pageRoute(pages.safetyErasePage, { parent: safety, load: () => import('./safety-erase.page.tsx') }),
    pageRoute(pages.bindingWhitePage, { parent: safety, load: () => import('./binding-whitelist.page.tsx') }),
    pageRoute(pages.loginWhitePage, { parent: safety, load: () => import('./login-whitelist.page.tsx') }),
    pageRoute(pages.eraseDetailPage, { parent: safety, load: () => import('./erase-detail.page.tsx') }),
  ],
  home: [{ page: pages.deviceManagement, order: 6, read: async (signal) => (await import('./at-home.ts')).devicesAtHome(signal) }],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
