import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { later } from '#kit/console/shell/later.tsx';
import { dynamicGroup } from '../common/crowd.permissions.ts';
import { crowdPickers } from './pickers.ts';

const CrowdsOfPerson = later('crowds-of-person', async () => (await import('./crowds-of-person.tsx')).CrowdsOfPerson);

/** Dynamic groups in the console: their page, what other pages choose from, and the groups of a person. */
export const crowdsConsole: ConsoleModule = {
  name: 'user-centre',
  resources: [dynamicGroup],
  routes: [pageRoute(dynamicGroup, { adds: '?view=add', load: () => import('./crowds.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
  pickers: crowdPickers,
  finds: [
    {
      of: 'groups',
      code: dynamicGroup.code,
      find: async (text, signal) => {
        const found = (await crowdPickers.crowd?.search(text, signal)) ?? [];
        return found.map(({ id, name, detail = '' }) => ({ id, name, detail, to: `${dynamicGroup.route}?view=detail&id=${id}` }));
      },
    },
  ],
  person: { access: [{ code: dynamicGroup.code, Part: CrowdsOfPerson }] },
};
