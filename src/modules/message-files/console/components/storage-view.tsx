import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import { fileStorage } from '../../common/file.contract.ts';
import { storageBy } from '../../common/words.ts';
import './files.css';

type By = (typeof storageBy)[number];

/** What fills the storage, the most first. */
export function StorageView(): ReactElement {
  const t = useT('message-files');
  const [language] = useLanguage();
  const [by, setBy] = useState<By>('person');
  const { data, error, refetch } = useRead(fileStorage, { by, limit: 50 });
  return (
    <section>
      <Segmented<By>
        aria-label={t('storage.by')}
        value={by}
        options={storageBy.map((value) => ({ value, label: t(`storage.by.${value}`) }))}
        onChange={setBy}
      />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={4} />}
      {data?.rows.length === 0 && <EmptyState title={t('imFile.empty')} hint={t('imFile.emptyHint')} />}
      {data && data.rows.length > 0 && (
        <ol className="mf-storage">
          {data.rows.map(({ id, name, files, bytes }) => (
            <li key={id}>
              <span>{name}</span>
              <span>{t('storage.row', { files: numberText(files, language), bytes: bytesText(bytes, language) })}</span>
              <meter aria-label={name} min={0} max={Math.max(1, data.bytes)} value={bytes} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
