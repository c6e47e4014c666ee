import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import type { AccountDetail } from '../../common/account.contract.ts';

/** Quiet hours in a line; undefined where they are those of all accounts. */
const hoursText = (hours: AccountDetail['quietHours']): string | undefined => hours?.map(({ from, to }) => `${from}–${to}`).join(', ');

/** What is told of an account beside its settings. */
export function useAccountFacts(): readonly Fact<AccountDetail>[] {
  const t = useT('public-accounts');
  const [language] = useLanguage();
  return [
    { name: 'name', as: 'local' },
    { name: 'code', as: 'code' },
    { name: 'description', show: ({ description }) => (description === null ? '' : pick(description, language)) },
    { name: 'type', as: 'enum' },
    { name: 'ownerDeptName' },
    { name: 'category' },
    { name: 'fans', as: 'number' },
    { name: 'audience', as: 'number' },
    { name: 'managers', as: 'number' },
    { name: 'listed', as: 'boolean' },
    { name: 'allowMessage', as: 'boolean' },
    { name: 'allowUnfollow', as: 'boolean' },
    { name: 'showReads', as: 'boolean' },
    { name: 'showLikes', as: 'boolean' },
    { name: 'commentPolicy', show: ({ commentPolicy }) => t(`comment.${commentPolicy.mode}`) },
    { name: 'quietHours', show: ({ quietHours }) => hoursText(quietHours) ?? t('quiet.usual') },
    { name: 'cap', show: ({ cap }) => `${t('cap.day')}: ${cap.perPersonPerDay}, ${t('cap.week')}: ${cap.perPersonPerWeek}` },
    { name: 'approveAbove', as: 'number' },
    { name: 'ratePerSecond', as: 'number' },
    { name: 'createdAt', as: 'time' },
    { name: 'updatedAt', as: 'time' },
  ];
}
