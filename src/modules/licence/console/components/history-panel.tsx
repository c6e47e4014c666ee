import { Drawer } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { licenceHistory, type LicenceRow } from '../../common/licence.contract.ts';
import { licence } from '../subjects.ts';
import { LicenceFactList } from './licence-fact-list.tsx';
import './licence.css';
import { limitsText, modulesText } from './words.ts';

/** Every licence that was installed. */
export function HistoryPanel(): ReactElement {
  const t = useT('licence');
  const [language] = useLanguage();
  const list = useList(licenceHistory, { name: 'history', searchKey: 'text' });
  const [open, setOpen] = useState<LicenceRow>();
  const columns: readonly Column<LicenceRow, typeof licence>[] = [
    { name: 'licenseId', as: 'code', width: 180 },
    { name: 'state', as: 'enum', width: 110 },
    { name: 'customer', width: 180 },
    { name: 'edition', width: 120, optional: true },
    { name: 'limits', width: 200, cell: ({ limits }) => limitsText(limits, t, language) },
    { name: 'modules', width: 160, cell: ({ modules }) => modulesText(modules, t) },
    { name: 'issuedAt', as: 'time', width: 160, optional: true },
    { name: 'expiresAt', as: 'time', width: 160 },
    { name: 'installedAt', as: 'time', width: 160 },
    { name: 'installedBy', width: 120 },
  ];
  return (
    <>
      <ListPanel
        subject={licence}
        list={list}
        columns={columns}
        filters={<SearchFilter list={list} name="text" />}
        onOpen={setOpen}
        empty={<EmptyState title={t('licence.empty')} hint={t('licence.emptyHint')} />}
      />
      {open && (
        <Drawer open title={open.licenseId} size={520} onClose={() => setOpen(undefined)}>
          <LicenceFactList licence={open} />
        </Drawer>
      )}
    </>
  );
}
