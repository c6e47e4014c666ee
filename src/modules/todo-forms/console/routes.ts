import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { editPage, managerPage, systemPage, templatePage, todoFormsPages, todoFrame } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(todoFrame.code);

/** To-dos of business systems, shown through versioned forms. */
export const todoFormsConsole: ConsoleModule = {
  name: 'todo-forms',
  resources: todoFormsPages,
  routes: [
    pageRoute(todoFrame, { defaultChild: name(systemPage.code), load: () => import('./todo-frame.page.tsx') }),
    pageRoute(systemPage, { parent: frame, load: () => import('./template/systems.page.tsx') }),
    pageRoute(templatePage, { parent: frame, load: () => import('./template/templates.page.tsx') }),
    pageRoute(editPage, { parent: frame, load: () => import('./designer/template-edit.page.tsx') }),
    pageRoute(managerPage, { parent: frame, load: () => import('./item/manager.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
