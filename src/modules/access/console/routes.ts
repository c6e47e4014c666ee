import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  accessPages,
  accessSystemPage,
  databasePage,
  dubboPage,
  generalConfiguration,
  globalParamPage,
  interfaceConfiguration,
  interfacePage,
  prefixPage,
  sapPage,
  soapPage,
  systemConfiguration,
  typeConfiguration,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const general = name(generalConfiguration.code);
const systems = name(systemConfiguration.code);
const types = name(typeConfiguration.code);
const interfaces = name(interfaceConfiguration.code);

/** The access service in the console. */
export const accessConsole: ConsoleModule = {
  name: 'access',
  resources: accessPages,
  home: [{ page: interfacePage, order: 7, read: async (signal) => (await import('./at-home.ts')).openAtHome(signal) }],
  finds: [
    findsSettings({
      namespace: 'access',
      kind: 'gatewaySetting',
      page: globalParamPage,
      query: '?tab=defaults',
      update: async () => (await import('../common/setting.contract.ts')).settingUpdate,
    }),
  ],
  routes: [
    pageRoute(generalConfiguration, { defaultChild: name(globalParamPage.code), load: () => import('./general-configuration.page.tsx') }),
    pageRoute(globalParamPage, { parent: general, load: () => import('./global-params.page.tsx') }),
    pageRoute(systemConfiguration, { defaultChild: name(accessSystemPage.code), load: () => import('./system-configuration.page.tsx') }),
    pageRoute(accessSystemPage, { parent: systems, load: () => import('./access-systems.page.tsx') }),
    pageRoute(prefixPage, { parent: systems, load: () => import('./interface-prefixes.page.tsx') }),
    pageRoute(typeConfiguration, { defaultChild: name(databasePage.code), load: () => import('./type-configuration.page.tsx') }),
    pageRoute(databasePage, { parent: types, load: () => import('./databases.page.tsx') }),
    pageRoute(soapPage, { parent: types, load: () => import('./soap.page.tsx') }),
    pageRoute(sapPage, { parent: types, load: () => import('./sap.page.tsx') }),
    pageRoute(dubboPage, { parent: types, load: () => import('./dubbo.page.tsx') }),
    pageRoute(interfaceConfiguration, { defaultChild: name(interfacePage.code), load: () => import('./interface-configuration.page.tsx') }),
    pageRoute(interfacePage, { parent: interfaces, load: () => import('./interfaces.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
