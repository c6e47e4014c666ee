import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { getUser } from '#kit/common/session/session.contract.ts';
import { call } from '../../call/call.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import '../../page/page.css';
import { rangeText } from '../../roles/range-text.ts';
import '../../roles/roles.css';
import { ErrorState } from '../../states/error-state.tsx';
import { WaitingForm } from '../../states/waiting.tsx';
import { timeText } from '../../table/formats.ts';

/** Who one is here: one's account, the roles that have effect now, where each holds and until when. */
export function OwnAccount(): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const read = useQuery({
    queryKey: ['account', 'own', language],
    queryFn: ({ signal }) => call(getUser, {}, { silent: true, signal }),
    // Roles may have been given or taken since.
    staleTime: 0,
  });
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <WaitingForm lines={3} />;
  const { empInfoDto, superAdmin, roles, sessionExpiresAt } = read.data;
  return (
    <>
      <section className="whk-facts">
        <dl>
          <div>
            <dt>{t('account.name')}</dt>
            <dd>{empInfoDto.name}</dd>
          </div>
          <div>
            <dt>{t('account.account')}</dt>
            <dd>{empInfoDto.account}</dd>
          </div>
          <div>
            <dt>{t('account.sessionEnds')}</dt>
            <dd>{timeText(sessionExpiresAt, language)}</dd>
          </div>
        </dl>
      </section>
      <section className="whk-facts">
        <h3>{t('account.roles')}</h3>
        {superAdmin && <p>{t('account.everything')}</p>}
        {roles.length === 0 && !superAdmin && <p>{t('account.noRoles')}</p>}
        <ul className="whk-why" aria-label={t('account.roles')}>
          {roles.map((role) => (
            <OwnRole key={role.id} role={role} />
          ))}
        </ul>
      </section>
    </>
  );
}

function OwnRole({ role }: { role: Reply<typeof getUser>['roles'][number] }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  return (
    <li data-effective>
      <span>{role.name}</span>
      {/* What other areas' roles do is not done here. */}
      {role.module !== 'sys' && <Tag>{t('account.elsewhere')}</Tag>}
      <small>
        {rangeText(role.range, t)}
        {role.until !== null && ` · ${t('role.until', { time: timeText(role.until, language) })}`}
      </small>
    </li>
  );
}
