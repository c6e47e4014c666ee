import type { ComponentType, ReactElement } from 'react';
import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import { ChainList } from '#kit/console/roles/chain-list.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import '../people.css';

/** The roles of one administrator with the chain that gives them, made once their operations are here. */
export async function personRoles(): Promise<ComponentType<{ id: string }>> {
  const roles = await personParts().roles?.load();
  if (!roles) throw new Error('No module has roles of administrators');
  return ({ id }) => <Roles id={id} whoCan={roles.whoCan} />;
}

function Roles({ id, whoCan }: { id: string; whoCan: ExplainContract['whoCan'] }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { data, error, isPending, refetch } = useRead(whoCan, { empId: id, pageSize: 1 });
  const [holder] = data?.list ?? [];
  return (
    <section>
      <h3>{t('people.access.roles')}</h3>
      {isPending && <WaitingForm lines={3} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && (!holder || holder.chains.length === 0) && <p className="uc-soft">{t('people.access.noRoles')}</p>}
      {data && holder && holder.chains.length > 0 && (
        <>
          <ChainList chains={holder.chains} label={t('people.access.roles')} />
          <p className="uc-soft">{t('people.access.resources', { count: numberText(data.total, language) })}</p>
        </>
      )}
    </section>
  );
}
