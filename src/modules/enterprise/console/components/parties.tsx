import type { ReactElement } from 'react';
import { useT, type T } from '#kit/console/i18n/use-t.ts';
import type { NamedParty } from '../../common/member-limit.contract.ts';

const mostNames = 3;

/** Parties by name, the first few of them. */
export function partiesText(parties: readonly NamedParty[], t: T<'enterprise'>): string {
  const names = parties
    .slice(0, mostNames)
    .map(({ kind, name }) => (kind === 'everyone' ? t('party.everyone') : name || t('party.hidden')));
  const left = parties.length - names.length;
  return [names.join(t('party.and')), ...(left > 0 ? [t('party.more', { count: left })] : [])].join(' ');
}

/** Parties in a cell. */
export function Parties({ parties }: { parties: readonly NamedParty[] }): ReactElement {
  const t = useT('enterprise');
  return <>{partiesText(parties, t)}</>;
}
