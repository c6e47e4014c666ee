import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { attachPage, conversionPage, conversionPages, paramPage } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** File conversion in the console. */
export const conversionConsole: ConsoleModule = {
  name: 'conversion',
  resources: conversionPages,
  finds: [
    findsSettings({
      namespace: 'conversion',
      kind: 'convertParam',
      page: paramPage,
      update: async () => (await import('../common/conversion.contract.ts')).convertParamUpdate,
    }),
  ],
  routes: [
    pageRoute(conversionPage, { defaultChild: name(paramPage.code), load: () => import('./conversion-frame.page.tsx') }),
    pageRoute(paramPage, { parent: name(conversionPage.code), load: () => import('./params.page.tsx') }),
    pageRoute(attachPage, { parent: name(conversionPage.code), load: () => import('./attach.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
