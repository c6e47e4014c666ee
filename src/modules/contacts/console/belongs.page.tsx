import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { BelongsList } from './special/belongs-list.tsx';

/** Whom the chosen special user rule protects. */
export default function BelongsPage(): ReactElement | null {
  const roleId = useSearchParams()[0].get('roleId');
  return roleId === null ? null : <BelongsList key={roleId} roleId={roleId} />;
}
