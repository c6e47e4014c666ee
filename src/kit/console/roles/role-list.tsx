import { PlusOutlined } from '@ant-design/icons';
import { Button, Input, Tag } from 'antd';
import { useDeferredValue, useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { UpDown } from '../action/up-down.tsx';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useWords } from '../page/subject.ts';
import { useList } from '../page/use-list.ts';
import { useStillHere } from '../routes/use-still-here.ts';
import { Permit } from '../shell/permit.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { numberText } from '../table/formats.ts';
import { Pager } from '../table/pager.tsx';
import { useHoldingArea } from './role-area.ts';
import { RoleWizard } from './role-wizard.tsx';
import { useRoleOrder } from './use-role-order.ts';

interface RoleListProps {
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** Nothing is chosen: the first is, so that the other half is not empty. */
  onFirst: (id: string) => void;
}

/** The roles of the area: presets first, each with how many people it reaches. */
export function RoleList({ selected, onSelect, onFirst }: RoleListProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const number = (count: number): string => numberText(count, language);
  const { contract, summary, filters, narrowed } = useHoldingArea();
  const words = useWords();
  const search = words.own('search') ?? t('role.search');
  const [text, setText] = useState('');
  const [adding, setAdding] = useState(false);
  const calm = useDeferredValue(text.trim());
  const list = useList(contract.list, { inAddress: false, fixed: { ...narrowed, ...(calm && { name: calm }) } });
  const [first] = list.rows;
  const isHere = useStillHere();
  const chooseFirst = useEffectEvent((id: string) => {
    if (isHere()) onFirst(id);
  });
  useEffect(() => {
    if (selected === undefined && first) chooseFirst(first.id);
  }, [selected, first]);
  const searched = calm !== '' || Object.values(list.state.filters).some((value) => value !== undefined);
  const order = useRoleOrder(list.rows, !searched);
  return (
    <section className="whk-role-list" aria-label={words.own('list') ?? t('role.list')}>
      <header>
        <Input
          allowClear
          aria-label={search}
          placeholder={search}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Permit code={contract.codes.add}>
          {(name) => (
            <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
              {name}
            </Button>
          )}
        </Permit>
      </header>
      {filters && <div className="whk-role-filters">{filters(list)}</div>}
      {list.loading && <WaitingForm />}
      {list.error && <ErrorState error={list.error} retry={() => void list.reload()} />}
      {!list.loading && !list.error && list.rows.length === 0 && (
        <EmptyState
          {...(searched && { title: t('empty.filtered'), hint: t('empty.filteredHint') })}
          action={
            !searched && <Permit code={contract.codes.add}>{(name) => <Button onClick={() => setAdding(true)}>{name}</Button>}</Permit>
          }
        />
      )}
      <ul>
        {list.rows.map((role) => (
          <li key={role.id} {...order?.dragOf(role.id)}>
            <button type="button" aria-current={role.id === selected} onClick={() => onSelect(role.id)}>
              <span>
                {role.name} {role.preset && <Tag variant="filled">{t('role.preset')}</Tag>}
                {!role.enabled && <Tag>{t('value.disabled')}</Tag>}
              </span>
              <small>
                {summary?.(role) ?? t('role.reach', { people: number(role.people), permissions: number(role.menus + role.buttons) })}
              </small>
            </button>
            {order && role.id === selected && <UpDown name={role.name} up={order.step(role.id, -1)} down={order.step(role.id, 1)} />}
          </li>
        ))}
      </ul>
      {list.total > list.state.size && <Pager list={list} />}
      {adding && <RoleWizard onSaved={onSelect} onClose={() => setAdding(false)} />}
    </section>
  );
}
