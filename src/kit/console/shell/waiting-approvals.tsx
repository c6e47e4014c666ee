import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { fieldOf } from '../call/call-error.ts';
import { call } from '../call/call.ts';
import { userGet } from '../boot/session-wire.ts';
import { useT } from '../i18n/use-t.ts';
import { approvalsPage } from '../routes/page-table.ts';
import { useLive } from './live.ts';

/** Milliseconds that the first page has for itself. */
const laterMillis = 3_000;

/** How many changes wait for a word of the one who is signed in; none where they may not open the page. */
export function useWaitingApprovals(): number {
  const [due, setDue] = useState(false);
  const query = useQuery({
    queryKey: ['waitingApprovals'],
    queryFn: ({ signal }) => call(userGet, {}, { silent: true, unasked: true, signal }),
    select: (user) => Number(fieldOf(user, 'waitingApprovals') ?? 0),
    enabled: due && approvalsPage() !== undefined,
    retry: false,
  });
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), laterMillis);
    return () => clearTimeout(timer);
  }, []);
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
