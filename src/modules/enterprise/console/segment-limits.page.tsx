import type { ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { segmentLimit } from '../common/segment-limit.contract.ts';
import { Hits } from './components/hits.tsx';

const SegmentForm = later(
  'segment-form',
  async () => (await import('./components/segment-form.tsx')).SegmentForm,
  <WaitingForm lines={6} />,
);
const SegmentFacts = later(
  'segment-facts',
  async () => (await import('./components/segment-facts.tsx')).SegmentFacts,
  <WaitingForm lines={6} />,
);

/** Networks from which files and messages may be sent, in the order in which the limits are asked. */
export default function SegmentLimitsPage(): ReactElement {
  const t = useT('enterprise');
  const columns: EntityProps<typeof segmentLimit>['columns'] = [
    'name',
    'priority',
    { name: 'segments', cell: (row) => t('segmentLimit.lines', { count: row.segments.length }) },
    'effect',
    { name: 'actions', cell: (row) => row.actions.map((action) => t(`segmentLimit.actions.${action}`)).join(' · ') },
    {
      name: 'terminalTypes',
      optional: true,
      cell: ({ terminalTypes: some }) =>
        some.length === platforms.length
          ? t('segmentLimit.allTerminals')
          : platforms
              .filter((platform) => some.includes(platform))
              .map((platform) => t(`platform.${platform}`))
              .join(' · '),
    },
    { name: 'window', cell: (row) => (row.window ? `${row.window.from}–${row.window.to}` : t('segmentLimit.always')) },
    { name: 'hits', sortable: false, cell: (row) => <Hits hits={row.hits} /> },
    'enabled',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      entity={segmentLimit}
      columns={columns}
      search="name"
      filters={(list) => (
        <>
          <SearchFilter list={list} name="name" />
          <SearchFilter list={list} name="address" />
          <EnumFilter list={list} name="action" />
          <EnumFilter list={list} name="effect" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={<SegmentForm />}
      facts={(object) => <SegmentFacts object={object} />}
    />
  );
}
