import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { memberLimitRow } from '../../common/member-limit.contract.ts';
import './enterprise.css';
import { memberValues } from './member-values.ts';
import { MemberSize } from './member-size.tsx';
import { Parties, partiesText } from './parties.tsx';

/** A member limit as a sentence, with the size of both sides. */
export function MemberFacts({ object }: { object: object }): ReactElement | null {
  const t = useT('enterprise');
  const limit = memberLimitRow.safeParse(object).data;
  if (!limit) return null;
  const words = {
    from: partiesText(limit.from, t),
    to: partiesText(limit.to, t),
    actions: limit.actions.map((action) => t(`memberLimit.actions.${action}`)).join(t('party.and')),
  };
  return (
    <>
      <p className="enterprise-says">
        {t(`memberLimit.says.${limit.effect}.${limit.direction}`, words)}{' '}
        {limit.exceptions.length > 0 && t('memberLimit.says.except', { people: partiesText(limit.exceptions, t) })}
      </p>
      <MemberSize values={memberValues(limit)} />
      <Facts
        row={limit}
        facts={[
          { name: 'ownerDeptName' },
          { name: 'effect', as: 'enum' },
          { name: 'direction', as: 'enum' },
          { name: 'from', show: (row) => <Parties parties={row.from} /> },
          { name: 'to', show: (row) => <Parties parties={row.to} /> },
          { name: 'exceptions', show: (row) => <Parties parties={row.exceptions} /> },
          { name: 'existing', as: 'enum' },
          { name: 'priority', as: 'number' },
          { name: 'enabled', as: 'enum' },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
    </>
  );
}
