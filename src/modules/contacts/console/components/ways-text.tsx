import type { ReactElement } from 'react';
import type { z } from 'zod';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { roleUserRow } from '../../common/role-user.contract.ts';

/** Ways in which a person holds a role. */
export function WaysText({ role }: { role: z.output<typeof roleUserRow>['roles'][number] }): ReactElement {
  const t = useT('contacts');
  if (role.builtIn) return <>{t('roleUser.everyone')}</>;
  const ways = role.ways.map(({ kind, name, fullName }) =>
    kind === 'employee' ? t('way.employee') : `${t(`way.${kind}`)} ${fullName || name}`,
  );
  return <>{ways.join(t('range.and'))}</>;
}
