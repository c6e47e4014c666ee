import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { cleaning, cleaningPages, cleanupMechanism, cleanupRecord } from '../common/cleaning/cleaning.permissions.ts';
import { clientLogin, consoleLogin, loginLog, logsPages, operationLog } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** The logs in the console. */
export const logsConsole: ConsoleModule = {
  name: 'logs',
  ...(operationLog.route !== undefined && { changes: operationLog.route }),
  resources: [...logsPages, ...cleaningPages],
  routes: [
    pageRoute(operationLog, { load: () => import('./operation-log.page.tsx') }),
    pageRoute(loginLog, { defaultChild: name(consoleLogin.code), load: () => import('./login-log.page.tsx') }),
    pageRoute(consoleLogin, { parent: name(loginLog.code), load: () => import('./console-login.page.tsx') }),
    pageRoute(clientLogin, { parent: name(loginLog.code), load: () => import('./client-login.page.tsx') }),
    pageRoute(cleaning, { defaultChild: name(cleanupMechanism.code), load: () => import('./cleaning/cleaning.page.tsx') }),
    pageRoute(cleanupMechanism, { parent: name(cleaning.code), load: () => import('./cleaning/cleanup-mechanism.page.tsx') }),
    pageRoute(cleanupRecord, { parent: name(cleaning.code), load: () => import('./cleaning/cleanup-record.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
