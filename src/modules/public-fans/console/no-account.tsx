import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';

/** Stands where somebody works for no account. */
export function NoAccount(): ReactElement {
  const t = useT('public-fans');
  return <EmptyState title={t('fan.noAccount')} hint={t('fan.noAccountHint')} />;
}
