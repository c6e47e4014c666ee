import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { interfaceUsers } from '#modules/access/server/public.ts';
import { digestPartsOf } from '#modules/robots/server/public.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { todoFormsPages } from '../common/permissions.ts';
import { todoDigest } from './item/digest.ts';
import { todoPart } from './item/events.ts';
import { itemParts, todoWork } from './item/parts.ts';
import { todoWarnings } from './item/send/alarm.ts';
import { todoClientRoutes } from './item/terminal/client.routes.ts';
import { todoUpkeep } from './item/upkeep.ts';
import { publishTick, templateParts } from './template/parts.ts';
import { systemUses } from './template/systems.ts';

/** To-dos of business systems, shown through versioned forms. */
export const todoFormsModule: ServerModule = {
  name: 'todo-forms',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: todoFormsPages,
  clientRoutes: todoClientRoutes,
  clientPart: todoPart,
  warningKinds: todoWarnings,
  tick: inTurn(todoUpkeep, publishTick),
  start: (services) => {
    interfaceUsers(services).add(systemUses);
    digestPartsOf(services).add('todos', todoDigest);
    return Promise.resolve();
  },
  work: todoWork,
  demo: async () => (await import('./demo/templates-demo.ts')).templatesDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(...templateParts, itemParts),
};
