import { Button } from 'antd';
import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import { fileStorage } from '../common/file.contract.ts';
import { fileFrame, fileListPage } from '../common/permissions.ts';
import { StorageView } from './components/storage-view.tsx';
import './components/files.css';

/** Files of chats: the list and the settings, over them what fills the storage. */
export default function FileFramePage(): ReactElement {
  const t = useT('message-files');
  const title = useCodeName(fileFrame.code);
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const fills = search.get('view') === 'storage';
  return (
    <>
      <PageHeader
        title={fills ? t('storage.title') : title}
        help={fills ? t('storage.help') : t('imFile.pageHelp')}
        actions={
          fills ? (
            <Button icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={() => setSearch({})}>
              {t('storage.back')}
            </Button>
          ) : (
            <Permit code={fileListPage.code}>
              {() => <Button onClick={() => setSearch({ view: 'storage' })}>{t('storage.open')}</Button>}
            </Permit>
          )
        }
      />
      {can(fileListPage.code) && <Gauge />}
      {fills ? <StorageView /> : <NestedTabs page={fileFrame.code.replaceAll('_', '-')} />}
    </>
  );
}

/** How much lies there, and how much came within a month. */
function Gauge(): ReactElement {
  const t = useT('message-files');
  const [language] = useLanguage();
  const { data } = useRead(fileStorage, { by: 'kind', limit: 1 });
  return (
    <p className="mf-gauge" role="status">
      {data
        ? t('storage.gauge', {
            files: numberText(data.files, language),
            bytes: bytesText(data.bytes, language),
            grown: bytesText(data.grown, language),
          })
        : '\u00a0'}
    </p>
  );
}
