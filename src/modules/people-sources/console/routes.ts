import type { CatalogLoaders } from '#kit/common/catalogs.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { later } from '#kit/console/shell/later.tsx';
import { sourcePage } from '../common/source.permissions.ts';

/** Texts that the page of sources and its tile of the home page have in common. */
const sourceTexts: CatalogLoaders = {
  zh_CN: async () => (await import('../locales/sources/zh_CN.ts')).zh_CN,
  en_US: async () => (await import('../locales/sources/en_US.ts')).en_US,
  ja_JP: async () => (await import('../locales/sources/ja_JP.ts')).ja_JP,
};

const EmployeeSources = later('employee-sources', async () => (await import('./employee-sources.tsx')).EmployeeSources);

/** Sources of people in the console: their page, and what they show of a person. */
export const peopleSourcesConsole: ConsoleModule = {
  name: 'user-centre',
  resources: [sourcePage],
  home: [{ page: sourcePage, order: 4, texts: sourceTexts, read: async (signal) => (await import('./at-home.ts')).sourcesAtHome(signal) }],
  routes: [
    pageRoute(sourcePage, {
      views: [
        {
          query: '',
          title: { zh_CN: 'LDAP / AD 目录同步', en_US: 'LDAP / Active Directory', ja_JP: 'LDAP / Active Directory 連携' },
        },
      ],
      load: () => import('./sources.page.tsx'),
      texts: sourceTexts,
    }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/base/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/base/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/base/ja_JP.ts')).ja_JP,
  },
  person: {
    tabs: [
      {
        key: 'sources',
        code: sourcePage.code,
        label: () => translate('user-centre', 'people.tab.sources'),
        Part: EmployeeSources,
      },
    ],
    origins: {
      code: sourcePage.code,
      route: sourcePage.route,
      choice: async () => (await import('./source-choice.tsx')).SourceChoice,
    },
  },
};
