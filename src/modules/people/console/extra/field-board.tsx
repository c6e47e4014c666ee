import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, MoreFilters, SearchFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState, NothingFound } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingRows } from '#kit/console/states/waiting.tsx';
import { pick } from '#kit/common/language.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import { extraList, extraReorder, extraUsage } from '../../common/extra/extra.contract.ts';
import { extraDictionary } from '../../common/extra/extra.permissions.ts';
import { FieldSection } from './field-section.tsx';
import { sectionsOf } from './use-extra-fields.ts';
import { useOrder } from './use-order.ts';
import './extra.css';

const AddField = later('extra-form', async () => (await import('./field-form.tsx')).AddField);
const EditField = later('extra-form', async () => (await import('./field-form.tsx')).EditField);
const FieldDrawer = later('extra-drawer', async () => (await import('./field-drawer.tsx')).FieldDrawer);

/** All fields there can be. */
const everything = 1000;

/** The fields of people or of departments in their sections: how far they are filled in, what uses them, and their order. */
export function FieldBoard({ target }: { target: ExtraTarget }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const may = useMay();
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  // Filters stand in the address as those of every list; all that they leave is on one page.
  const list = useList(extraList, { searchKey: 'text', fixed: { target }, enabled: false });
  const read = useRead(extraList, { ...list.asked, target, pageNum: 1, pageSize: everything });
  const usage = useRead(extraUsage, { target });
  const filtered = Object.keys(list.state.filters).some((name) => name !== 'target');
  const order = useOrder(target, read.data?.list ?? []);
  const movable = may(extraReorder) && !filtered;
  const add = (
    <Permit code={extraDictionary.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <>
      <div className="whk-toolbar ux-toolbar">
        <div className="whk-filters" role="search">
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="type" />
          <EnumFilter list={list} name="enabled" />
          <MoreFilters list={list} names={['section', 'required', 'sensitive']}>
            <SearchFilter list={list} name="section" />
            <EnumFilter list={list} name="required" />
            <EnumFilter list={list} name="sensitive" />
          </MoreFilters>
        </div>
        {add}
      </div>
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isPending && <WaitingRows columns={5} />}
      {read.data && read.data.list.length === 0 && (filtered ? <Cleared list={list} /> : <Nothing action={add} />)}
      {sectionsOf(order.fields, ({ section }) => section && pick(section, language)).map((section) => (
        <FieldSection
          key={section.name ?? ''}
          title={section.name ?? t('extra.noSection')}
          fields={section.fields}
          usage={usage.data}
          order={movable ? order : undefined}
          onOpen={chosen.show}
          onEdit={setEditing}
        />
      ))}
      {may(extraReorder) && filtered && (read.data?.list.length ?? 0) > 1 && <p className="ux-note">{t('extra.filteredOrder')}</p>}
      <span className="wh-hidden" role="status">
        {order.said}
      </span>
      {chosen.adding && <AddField target={target} onSaved={chosen.show} onClose={chosen.close} />}
      {chosen.id !== undefined && <FieldDrawer key={chosen.id} id={chosen.id} onEdit={setEditing} onClose={chosen.close} />}
      {editing !== undefined && <EditField id={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function Nothing({ action }: { action: ReactElement }): ReactElement {
  const words = useWords();
  return <EmptyState title={words.own('empty')} hint={words.own('emptyHint')} action={action} />;
}

function Cleared({ list }: { list: ReturnType<typeof useList<typeof extraList>> }): ReactElement {
  const none = Object.fromEntries(Object.keys(list.state.filters).map((name) => [name, undefined]));
  return <NothingFound onClear={() => list.move({ filters: none })} />;
}
