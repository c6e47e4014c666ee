import { Alert, Tag } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { pick } from '#kit/common/language.ts';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { robotGroupChoices, type RobotDetail } from '../../common/company/robot.contract.ts';
import { Part } from './part.tsx';

interface TabProps {
  row: RobotDetail;
  edit: ReactNode;
}

/** Who a robot is, and what it hears. */
export function ProfileTab({ row, edit }: TabProps): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  return (
    <Part label={t('tab.profile')} actions={edit}>
      <Facts
        row={row}
        facts={[
          { name: 'description', show: ({ description }) => description && pick(description, language) },
          { name: 'preset', as: 'enum' },
          { name: 'companyDeptName' },
          { name: 'ownerName' },
          { name: 'reads', as: 'enum' },
          { name: 'groupTypes', always: true, show: ({ groupTypes }) => <TypeNames ids={groupTypes} /> },
          { name: 'audience', always: true, show: ({ audience }) => <AudienceText rows={audience} /> },
          { name: 'keyChangedAt', as: 'time' },
          { name: 'createdAt', as: 'time' },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
    </Part>
  );
}

function TypeNames({ ids }: { ids: readonly string[] }): ReactElement {
  const t = useT('robots');
  const { data } = useRead(robotGroupChoices, { pageSize: 1 });
  if (ids.length === 0) return <>{t('robot.everyType')}</>;
  const known = new Map((data?.types ?? []).map(({ id, name }) => [id, name]));
  return <>{ids.map((id) => known.get(id) ?? '…').join(', ')}</>;
}

const tags = (labels: readonly string[]): ReactElement => (
  <>
    {labels.map((label) => (
      <Tag key={label}>{label}</Tag>
    ))}
  </>
);

/** What a robot takes, and where to. */
export function InTab({ row, edit }: TabProps): ReactElement {
  const t = useT('robots');
  return (
    <Part label={t('tab.in')} actions={edit}>
      <Facts
        row={row}
        facts={[
          { name: 'inOn', as: 'boolean', always: true },
          { name: 'hook', show: ({ hook }) => <code className="rb-code">{`${window.location.origin}${hook}?key=…`}</code> },
          { name: 'inRate', as: 'number' },
          { name: 'inAddresses', always: true, show: ({ inAddresses }) => inAddresses.join(', ') || t('robot.everyNetwork') },
          {
            name: 'inShapes',
            always: true,
            show: ({ inShapes }) =>
              inShapes.length === 0 ? t('robot.everyShape') : tags(inShapes.map((one) => t(`robot.inShapes.${one}`))),
          },
          { name: 'inMapping', show: ({ inMapping }) => <code className="rb-code">{inMapping}</code> },
        ]}
      />
    </Part>
  );
}

/** What a robot tells, and how that fares. */
export function OutTab({ row, edit }: TabProps): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  return (
    <Part label={t('tab.out')} actions={edit}>
      {row.outPausedAt !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('out.paused', { time: timeText(row.outPausedAt, language) })}
          description={t('out.pausedHint')}
        />
      )}
      <Facts
        row={row}
        facts={[
          { name: 'outOn', as: 'boolean', always: true },
          { name: 'outUrl', show: ({ outUrl }) => <code className="rb-code">{outUrl}</code> },
          {
            name: 'outEvents',
            show: ({ outEvents }) => tags(outEvents.map((one) => t(`robot.outEvents.${one}`))),
          },
          { name: 'outTimeout', as: 'number' },
          { name: 'hasOutHeaders', as: 'boolean' },
          { name: 'outFailures', as: 'number' },
        ]}
      />
    </Part>
  );
}
