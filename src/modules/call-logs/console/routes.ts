import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { callLogPages, callsPage, interfaceStatistics, statisticsPage } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** Calls and their figures in the console. */
export const callLogsConsole: ConsoleModule = {
  name: 'call-logs',
  resources: callLogPages,
  routes: [
    pageRoute(interfaceStatistics, { defaultChild: name(callsPage.code), load: () => import('./statistics-frame.page.tsx') }),
    pageRoute(callsPage, { parent: name(interfaceStatistics.code), load: () => import('./calls.page.tsx') }),
    pageRoute(statisticsPage, { parent: name(interfaceStatistics.code), load: () => import('./statistics.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
