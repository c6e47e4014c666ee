import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { todoFormsPages } from '../common/permissions.ts';

/** To-dos of business systems, shown through versioned forms. */
export const todoFormsModule: ServerModule = {
  name: 'todo-forms',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: todoFormsPages,
  routes: [],
  catalogs: { zh_CN, en_US, ja_JP },
};
