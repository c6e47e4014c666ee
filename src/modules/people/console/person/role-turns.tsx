import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { RoleTurnView } from '../../common/role-turn.ts';
import '../people.css';

/** Names that are read before the number stands for the rest. */
const shown = 3;

/** Which roles people gain and lose with their departments, and who they are. Nothing where nobody does. */
export function RoleTurns({ roles }: { roles: readonly RoleTurnView[] }): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (roles.length === 0) return null;
  return (
    <ul className="uc-turns" aria-label={t('roleTurn.title')}>
      {roles.map(({ roleId, roleName, gained, beyond, people, sample }) => (
        <li key={`${roleId} ${gained}`}>
          {t(gained ? 'roleTurn.gained' : 'roleTurn.lost', { role: roleName, count: numberText(people, language) })}
          {sample.length > 0 && (
            <small>
              {sample
                .slice(0, shown)
                .map(({ name }) => name)
                .join(', ')}
              {people > shown && ' …'}
            </small>
          )}
          {beyond && <em>{t('roleTurn.beyond')}</em>}
        </li>
      ))}
    </ul>
  );
}
