import type { ReactElement } from 'react';
import { platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { storedValues } from '#kit/console/form/form-values.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Column } from '#kit/console/table/column.ts';
import * as contract from '../common/segment-limit.contract.ts';
import { LimitPanel } from './components/limit-panel.tsx';
import { Hits } from './components/hits.tsx';
import { Move } from './components/move.tsx';
import { segmentSubject } from './subjects.ts';

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

const endpoints = {
  list: contract.segmentLimitList,
  get: contract.segmentLimitGet,
  add: contract.segmentLimitAdd,
  update: contract.segmentLimitUpdate,
  remove: contract.segmentLimitRemove,
  enable: contract.segmentLimitEnable,
  disable: contract.segmentLimitDisable,
};

/** From which networks files and messages go, in the order in which the limits are asked. */
export default function SegmentLimitsPage(): ReactElement {
  const t = useT('enterprise');
  const list = useList(contract.segmentLimitList, { searchKey: 'name' });
  const columns: readonly Column<contract.SegmentLimitRow, typeof segmentSubject>[] = [
    { name: 'name' },
    {
      name: 'priority',
      sortable: false,
      width: 110,
      cell: (row) => <Move row={row} list={list} endpoint={contract.segmentLimitReorder} />,
    },
    { name: 'segments', cell: (row) => t('segmentLimit.lines', { count: row.segments.length }) },
    { name: 'effect', as: 'enum' },
    { name: 'actions', cell: (row) => row.actions.map((action) => t(`segmentLimit.actions.${action}`)).join(' · ') },
    {
      name: 'terminalTypes',
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
    { name: 'enabled', as: 'enum' },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <LimitPanel
      subject={segmentSubject}
      endpoints={endpoints}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="name" />
          <SearchFilter list={list} name="address" />
          <EnumFilter list={list} name="action" />
          <EnumFilter list={list} name="effect" />
          <EnumFilter list={list} name="enabled" />
        </>
      }
      form={<SegmentForm />}
      valuesOf={(object) => storedValues(contract.segmentLimitUpdate.input, object)}
      facts={(object) => <SegmentFacts object={object} />}
    />
  );
}
