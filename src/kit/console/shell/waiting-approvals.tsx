import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { fieldOf } from '../call/call-error.ts';
import { useT } from '../i18n/use-t.ts';
import { approvalsPage } from '../routes/page-table.ts';
import { useLaterUser } from './later-user.ts';
import { useLive } from './live/live.ts';

const waitingOf = (user: unknown): number => Number(fieldOf(user, 'waitingApprovals') ?? 0);

/** How many changes wait for a word of the one who is signed in; none where they may not open the page. */
export function useWaitingApprovals(): number {
  const query = useLaterUser(waitingOf, approvalsPage() !== undefined);
  useLive('approval', () => void query.refetch());
  return query.data ?? 0;
}

/** The way to the changes that wait. */
export function WaitingApprovals({ count, onOpen }: { count: number; onOpen: () => void }): ReactElement | null {
  const t = useT('kit');
  const page = approvalsPage();
  if (count === 0 || page === undefined) return null;
  return (
    <Link to={page} onClick={onOpen}>
      {t('bell.approvals', { count })}
    </Link>
  );
}
