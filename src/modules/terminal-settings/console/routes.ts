import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { enterpriseConfig } from '#modules/enterprise/common/permissions.ts';
import { encryptionPage, navigationPage, submitPhonePage, terminalSettingsPages } from '../common/permissions.ts';

const parent = enterpriseConfig.code.replaceAll('_', '-');

/** What holds for terminals, in the console: tabs of the enterprise configuration. */
export const terminalSettingsConsole: ConsoleModule = {
  name: 'terminal-settings',
  resources: terminalSettingsPages,
  finds: [
    findsSettings({
      namespace: 'terminal-settings',
      kind: 'phoneSetting',
      page: submitPhonePage,
      update: async () => (await import('../common/phone.contract.ts')).phoneSave,
    }),
    findsSettings({
      namespace: 'terminal-settings',
      kind: 'smsGateway',
      page: submitPhonePage,
      query: '?tab=gateway',
      update: async () => (await import('../common/sms.contract.ts')).smsGatewaySave,
    }),
  ],
  routes: [
    pageRoute(submitPhonePage, { parent, load: () => import('./submit-phone.page.tsx') }),
    pageRoute(encryptionPage, { parent, load: () => import('./encryption.page.tsx') }),
    pageRoute(navigationPage, { parent, load: () => import('./navigation.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
