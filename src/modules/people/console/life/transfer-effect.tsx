import type { ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { transferPreview, type TransferPreviewed } from '../../common/life/life.contract.ts';

interface TransferEffectProps {
  request: Input<typeof transferPreview>;
  /** Only from where to where. */
  placesOnly?: boolean;
}

/** What a transfer gives and takes, as the server finds it by trying. */
export function TransferEffect({ request, placesOnly = false }: TransferEffectProps): ReactElement {
  const t = useT('user-centre');
  const { data, error, refetch } = useRead(transferPreview, request);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={placesOnly ? 1 : 4} />;
  return (
    <div className="ul-effect whk-full">
      <p>
        {t('life.fromTo', { from: data.from, to: data.to })}
        {data.acrossCompanies && !placesOnly && <em> {t('life.acrossCompanies')}</em>}
      </p>
      {!placesOnly && <Parts of={data} />}
    </div>
  );
}

function Parts({ of }: { of: TransferPreviewed }): ReactElement {
  const t = useT('user-centre');
  const turnsOf = (gained: boolean): string[] =>
    of.turns.filter((one) => one.gained === gained).map(({ roleName, beyond }) => (beyond ? `${roleName}: ${t('life.beyond')}` : roleName));
  const menusOf = (gained: boolean): string[] => of.menus.filter((one) => one.gained === gained).map(({ name }) => name);
  const crowdsOf = (gained: boolean): string[] =>
    of.crowds.filter((one) => one.gained === gained).map(({ name, roles }) => (roles.length > 0 ? `${name} (${roles.join(', ')})` : name));
  const direct = of.directRoles.map(({ name }) => name);
  const parts: readonly [string, readonly string[]][] = [
    [t('life.rolesGained'), turnsOf(true)],
    [t('life.rolesLost'), turnsOf(false)],
    [`${t('life.rolesDirect')}: ${t(`life.roles.${of.roles}`)}`, direct],
    [t('life.menusGained'), menusOf(true)],
    [t('life.menusLost'), menusOf(false)],
    [t('life.crowdsGained'), crowdsOf(true)],
    [t('life.crowdsLost'), crowdsOf(false)],
  ];
  const shown = parts.filter(([, names]) => names.length > 0);
  return (
    <>
      {shown.length === 0 && <p>{t('life.nothing')}</p>}
      <dl>
        {shown.map(([title, names]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {names.map((name, at) => (
                <span key={at} className="whk-tag">
                  {name}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {of.rangesChanged > 0 && <p>{t('life.ranges', { count: of.rangesChanged })}</p>}
      {of.crowdsOutside > 0 && <p>{t('life.crowdsOutside', { count: of.crowdsOutside })}</p>}
    </>
  );
}
