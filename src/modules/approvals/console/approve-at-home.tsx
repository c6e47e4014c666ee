import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { requestGet } from '../common/request.contract.ts';
import { RequestActions } from './components/request-actions.tsx';

/** The buttons that decide a request, in its line on the home page. */
export default function ApproveAtHome({ id }: { id: string }): ReactElement | null {
  const { data } = useRead(requestGet, { id });
  return data ? <RequestActions request={data} small /> : null;
}
