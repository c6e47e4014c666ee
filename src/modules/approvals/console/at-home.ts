import { call } from '#kit/console/call/call.ts';
import { translate } from '#kit/console/i18n/i18n.ts';
import type { HomeFacts } from '#kit/console/routes/page-route.ts';
import { changeApproval } from '../common/permissions.ts';
import { requestList } from '../common/request.contract.ts';

/** Changes that wait for a word of the one who is signed in. */
export async function approvalsAtHome(signal: AbortSignal): Promise<HomeFacts> {
  const { list, total } = await call(requestList, { tab: 'waiting', pageSize: 4 }, { signal, silent: true });
  return {
    tone: total > 0 ? 'warn' : 'good',
    figure: total > 0 ? translate('approvals', 'home.waiting', { count: total }) : translate('approvals', 'home.none'),
    lines: list.map(({ id, what, objects, requesterName, at }) => ({
      id,
      text: [what, objects[0]].filter(Boolean).join(' · '),
      detail: requesterName,
      at,
      to: `${changeApproval.route}?id=${id}`,
    })),
  };
}
