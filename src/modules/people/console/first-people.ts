import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { store } from '#kit/console/store/store.ts';
import { employeeList } from '../common/employee.contract.ts';
import { userManagement } from '../common/permissions.ts';

/** How a company comes in, while there is nobody but who signed in first; nothing later, and nothing for who may not bring people in. */
export async function firstPeople(signal: AbortSignal): Promise<HomeFacts | null> {
  const granted = [...store.get('menuCode'), ...store.get('button').map(({ code }) => code)];
  const { origins } = personParts();
  const ways = [
    { id: 'import', code: userManagement.button.import, to: userManagement.route },
    { id: 'add', code: userManagement.button.add, to: userManagement.route },
    ...(origins ? ([{ id: 'source', code: origins.code, to: origins.route }] as const) : []),
  ] as const;
  const open = ways.filter(({ code }) => granted.includes(code));
  if (open.length === 0) return null;
  const { total } = await call(employeeList, { pageSize: 20 }, { signal, silent: true });
  if (total > 1) return null;
  return {
    tone: 'warn',
    figure: translate('user-centre', 'home.nobody'),
    lines: open.map(({ id, to }) => ({ id, text: translate('user-centre', `home.${id}`), to: to ?? '/home' })),
  };
}
