import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { managerPage, systemPage, todoFormsPages, todoFrame } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** To-dos of business systems, shown through versioned forms. */
export const todoFormsConsole: ConsoleModule = {
  name: 'todo-forms',
  resources: todoFormsPages,
  routes: [
    pageRoute(todoFrame, { defaultChild: name(systemPage.code), load: () => import('./todo-frame.page.tsx') }),
    pageRoute(systemPage, { parent: name(todoFrame.code), load: () => import('./template/systems.page.tsx') }),
    pageRoute(managerPage, { parent: name(todoFrame.code), load: () => import('./item/manager.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
