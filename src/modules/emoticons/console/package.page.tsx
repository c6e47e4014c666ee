import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { Select } from 'antd';
import { useSearchParams } from 'react-router';
import { emoticon, emoticonPackage } from '../common/emoticon.contract.ts';
import { emoticonDetail } from '../common/permissions.ts';
import { PictureInput } from './components/picture-input.tsx';
import { Preview } from './components/preview.tsx';
import './components/emoticons.css';

const ImportZip = later('emoticon-import', async () => (await import('./components/import-zip.tsx')).ImportZip);
const F = entityFields(emoticon);

/** The emoticons of the package that the address names. */
export default function PackagePage(): ReactElement {
  const t = useT('emoticons');
  const [search] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const packageId = search.get('packageId');
  const columns: EntityProps<typeof emoticon>['columns'] = [
    'name',
    { name: 'still', cell: (row) => (row.still ? <img className="em-cover" src={row.still} alt="" /> : '—'), sortable: false },
    { name: 'code', as: 'code', sortable: false },
    { name: 'keywords', cell: (row) => row.keywords.join(' · ') || '—', sortable: false },
    { name: 'animated', as: 'boolean', sortable: false },
    { name: 'uses30', as: 'number', sortable: false },
    'packageId',
    'order',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <>
      <CrudPanel
        entity={emoticon}
        columns={columns}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <PickFilter list={list} name="packageId">
              <ObjectPicker list={emoticonPackage.list} required />
            </PickFilter>
            <EnumFilter list={list} name="use" />
            {packageId && (
              <Permit code={emoticonDetail.button.import}>{(name) => <Button onClick={() => setImporting(true)}>{name}</Button>}</Permit>
            )}
          </>
        )}
        facts={[
          { name: 'moving', label: t('emoticon.field.picture'), show: ({ moving }) => <Preview picture={moving} /> },
          { name: 'name', as: 'local' },
          { name: 'code', as: 'code' },
          { name: 'keywords', show: ({ keywords }) => keywords.join(' · ') },
          { name: 'animated', as: 'boolean' },
          { name: 'uses30', as: 'number' },
          { name: 'updatedAt', as: 'time' },
        ]}
        form={(object) => (
          <>
            {!object && (
              <F.packageId>
                <ObjectPicker list={emoticonPackage.list} required />
              </F.packageId>
            )}
            <F.picture wide>
              <PictureInput before={object?.still} />
            </F.picture>
            <F.name />
            {!object && <F.code help={t('emoticon.codeHint')} />}
            <F.keywords>
              <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '，', '、']} />
            </F.keywords>
          </>
        )}
      />
      {importing && packageId && <ImportZip packageId={packageId} onClose={() => setImporting(false)} />}
    </>
  );
}
