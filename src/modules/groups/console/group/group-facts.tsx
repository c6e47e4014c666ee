import type { ReactElement } from 'react';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { bytesText, numberText, timeText } from '#kit/console/table/formats.ts';
import { useRead } from '#kit/console/page/query.ts';
import { groupUsage, type GroupDetail } from '../../common/group.contract.ts';
import './groups.css';
import { EventList } from './event-list.tsx';
import { MemberList } from './member-list.tsx';

/** A group: what it is, who is in it, what happened to it. */
export function GroupFacts({ group }: { group: GroupDetail }): ReactElement {
  const t = useT('groups');
  const [language] = useLanguage();
  const { data: usage } = useRead(groupUsage, { id: group.id });
  const facts: readonly (readonly [string, string])[] = [
    [t('imGroup.field.number'), group.number],
    [t('imGroup.field.typeId'), group.typeName],
    [t('imGroup.field.kind'), t(`imGroup.kind.${group.kind}`)],
    [t('imGroup.field.ownerId'), group.ownerName],
    [t('imGroup.field.ownerDeptId'), group.ownerDeptName],
    [t('imGroup.field.members'), t('imGroup.full', { n: numberText(group.members, language), of: numberText(group.maxMembers, language) })],
    [t('imGroup.field.joinMode'), t(`imGroup.joinMode.${group.joinMode}`)],
    [t('imGroup.field.speak'), t(`imGroup.speak.${group.speak}`)],
    [t('imGroup.field.historyForNew'), t(`imGroup.historyForNew.${group.historyForNew}`)],
    [t('imGroup.field.state'), t(`imGroup.state.${group.state}`)],
    [t('imGroup.field.lastAt'), group.lastAt === null ? '—' : timeText(group.lastAt, language)],
    ...(usage
      ? [
          [
            t('usage.week'),
            t('usage.weekOf', { messages: numberText(usage.messages7, language), people: numberText(usage.writers7, language) }),
          ] as const,
          [
            t('usage.files'),
            t('usage.filesOf', { files: numberText(usage.files, language), bytes: bytesText(usage.bytes, language) }),
          ] as const,
        ]
      : []),
    ...(group.endsAt === null ? [] : [[t('imGroup.field.endsAt'), timeText(group.endsAt, language)] as const]),
    ...(group.notice === '' ? [] : [[t('imGroup.field.notice'), group.notice] as const]),
  ];
  return (
    <DetailTabs
      name="groupTab"
      tabs={[
        {
          key: 'profile',
          label: t('tab.profile'),
          children: (
            <dl className="im-group-facts">
              {facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          ),
        },
        { key: 'members', label: t('field.members'), children: <MemberList group={group} /> },
        { key: 'events', label: t('tab.events'), children: <EventList groupId={group.id} /> },
      ]}
    />
  );
}
