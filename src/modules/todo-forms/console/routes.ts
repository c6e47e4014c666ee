import type { ConsoleModule } from '#kit/console/routes/page-route.ts';
import { todoFormsPages } from '../common/permissions.ts';

/** To-dos of business systems, shown through versioned forms. */
export const todoFormsConsole: ConsoleModule = {
  name: 'todo-forms',
  resources: todoFormsPages,
  routes: [],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
