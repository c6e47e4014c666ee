import { Empty } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useSnoId } from '#modules/public-accounts/console/public.ts';

/** Draws what is about the account of this page; while there is none, what to do about it. */
export function OfAccount({ children }: { children: (snoId: string) => ReactNode }): ReactElement {
  const t = useT('public-content');
  const snoId = useSnoId();
  if (snoId === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('picker.noAccount')} />;
  // Nothing of one account stays when another one is chosen.
  return <div key={snoId}>{children(snoId)}</div>;
}
