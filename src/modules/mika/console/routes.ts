import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { historyPage, mikaFrame, mikaPages, sceneConfigPage, sessionPage } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(mikaFrame.code);

/** The assistant mika in the console. */
export const mikaConsole: ConsoleModule = {
  name: 'mika',
  resources: mikaPages,
  routes: [
    pageRoute(mikaFrame, { defaultChild: name(sceneConfigPage.code), load: () => import('./mika-frame.page.tsx') }),
    pageRoute(sceneConfigPage, { parent: frame, load: () => import('./scene-config.page.tsx') }),
    pageRoute(sessionPage, { parent: frame, load: () => import('./session-manage.page.tsx') }),
    pageRoute(historyPage, { parent: frame, load: () => import('./history.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
