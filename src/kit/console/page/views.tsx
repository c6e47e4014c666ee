import { DeleteOutlined, StarOutlined } from '@ant-design/icons';
import { App, Button, Input, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { addressOf } from '#kit/common/contract.ts';
import { OffButton } from '../action/off-button.tsx';
import { Opens } from '../action/opens.tsx';
import { useT } from '../i18n/use-t.ts';
import './page.css';
import { usePreference } from './preference.ts';
import type { AnyList } from './use-list.ts';

/** Filters and sort of a list under a name. */
interface SavedView {
  name: string;
  filters: Record<string, unknown>;
  sort?: string;
}

const mostViews = 20;
const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' && value !== null && 'name' in value && 'filters' in value && typeof value.filters === 'object';
const isViews = (value: unknown): value is SavedView[] => Array.isArray(value) && value.every(isView);

/** The administrator's own views of a list: filters and sort under a name, one click away. */
export function ViewsMenu({ list }: { list: AnyList<object> }): ReactElement {
  const t = useT('kit');
  const { message } = App.useApp();
  const [views, write] = usePreference<SavedView[]>(`views.${addressOf(list.endpoint)}`, [], isViews);
  const [name, setName] = useState('');
  const save = (): void => {
    const view = { name: name.trim(), filters: { ...list.state.filters }, ...(list.state.sort !== undefined && { sort: list.state.sort }) };
    if (view.name === '') return;
    write([...views.filter((one) => one.name !== view.name), view].slice(-mostViews));
    setName('');
    void message.success(t('views.saved'));
  };
  const apply = ({ filters, sort }: SavedView): void => {
    const none = Object.fromEntries(Object.keys(list.state.filters).map((one) => [one, undefined]));
    list.move({ filters: { ...none, ...filters }, sort });
  };
  const content = (
    <div className="whk-views">
      {views.length === 0 && <p>{t('views.none')}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <Button type="link" aria-label={t('views.apply', { name: view.name })} onClick={() => apply(view)}>
              {view.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('views.remove', { name: view.name })}
              onClick={() => write(views.filter((one) => one !== view))}
            />
          </li>
        ))}
      </ul>
      <Space.Compact>
        <Input
          aria-label={t('views.name')}
          placeholder={t('views.name')}
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={save}
        />
        <OffButton onClick={save} off={name.trim() === '' && 'name'}>
          {t('views.save')}
        </OffButton>
      </Space.Compact>
    </div>
  );
  return (
    <Opens content={() => content}>
      <Button type="text" icon={<StarOutlined aria-hidden="true" />} aria-label={t('views.title')} title={t('views.title')} />
    </Opens>
  );
}
