import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { queryClient } from '../shell/query-client.ts';
import { SettingsMenu } from '../shell/own/settings-menu.tsx';
import { readings, savings, setConditions, useConditions, type Conditions } from './server/conditions.ts';

/** How calls end, and, as in the product, language, colours and density. */
export function GalleryToolbar(): ReactElement {
  const t = useT('gallery');
  const { read, save } = useConditions();
  const change = (next: Partial<Conditions>): void => {
    setConditions(next);
    // A part is drawn again when its readings change: nothing that was read before may stand in for them.
    if (next.read !== undefined) queryClient.clear();
  };
  const named = <const V extends string>(value: V): { value: V; label: string } => ({
    value,
    label: /^\d/.test(value) ? value : t(`network.${value as 'normal' | 'slow' | 'empty' | 'lost'}`),
  });
  return (
    <div className="whg-toolbar" role="toolbar" aria-label={t('toolbar')}>
      <label htmlFor="whg-read">{t('network.read')}</label>
      <Select id="whg-read" value={read} options={readings.map((value) => named(value))} onChange={(value) => change({ read: value })} />
      <label htmlFor="whg-save">{t('network.save')}</label>
      <Select id="whg-save" value={save} options={savings.map((value) => named(value))} onChange={(value) => change({ save: value })} />
      <SettingsMenu />
    </div>
  );
}
