import type { ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { bindRule } from '../../common/rule.contract.ts';

/** A bind rule in words. */
export function RuleFacts({ object }: { object: object }): ReactElement | null {
  const t = useT('devices');
  const rule = bindRule.detail.safeParse(object).data;
  if (!rule) return null;
  const from = (one: typeof rule.bindNetworks): string =>
    one === null
      ? t('networks.any')
      : `${t(one.inside ? 'networks.inside' : 'networks.outside')} · ${t('networks.groups', { count: one.groupIds.length })}`;
  return (
    <Facts
      row={rule}
      facts={[
        { name: 'mode', as: 'enum' },
        {
          name: 'platforms',
          show: (row) =>
            platforms
              .filter((one) => row.platforms.includes(one))
              .map((one) => t(`platform.${one}`))
              .join(' · '),
        },
        { name: 'maxPhones', as: 'number' },
        { name: 'maxTablets', as: 'number' },
        { name: 'maxComputers', as: 'number' },
        { name: 'maxPeople', as: 'number' },
        { name: 'whenFull', as: 'enum' },
        { name: 'pendingDays', as: 'number' },
        { name: 'unusedDays', as: 'number' },
        { name: 'offlineDays', as: 'number' },
        { name: 'selfUnbind', as: 'boolean' },
        { name: 'requireHardwareKey', as: 'boolean' },
        { name: 'bindNetworks', always: true, show: (row) => from(row.bindNetworks) },
        { name: 'signInNetworks', always: true, show: (row) => from(row.signInNetworks) },
        {
          name: 'signInHours',
          always: true,
          show: (row) => (row.signInHours ? row.signInHours.windows.map((one) => `${one.from}–${one.to}`).join(' · ') : t('hours.always')),
        },
        {
          name: 'checks',
          show: (row) => (
            <ul>
              {row.checks.map((one) => (
                <li key={`${one.check} ${one.action}`}>
                  {t(`check.${one.check}`)} {one.value} → {t(`checks.action.${one.action}`)} ({one.graceHours} {t('checks.hours')})
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
