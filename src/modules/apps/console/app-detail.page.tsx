import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { useRead } from '#kit/console/page/query.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { app } from '../common/app.contract.ts';

/** Names, texts and owner of an app. */
export default function AppDetailPage(): ReactElement | null {
  const { id = '' } = useParams();
  const { data } = useRead(app.get, { id });
  return data ? <Facts row={data} facts={[{ name: 'name' }, { name: 'appKey', as: 'code' }]} /> : null;
}
