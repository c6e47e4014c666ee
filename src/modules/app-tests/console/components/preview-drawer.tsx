import { Drawer, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { bytesText } from '#kit/console/table/formats.ts';
import { testPreview, type TestRow } from '../../common/test.contract.ts';
import './tests.css';

/** What a tester's terminal shows of a test; the frame turns (`?orient=landscape`). */
export function PreviewDrawer({ test, onClose }: { test: TestRow; onClose: () => void }): ReactElement {
  const t = useT('app-tests');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const [search, setSearch] = useSearchParams();
  const [empId, setEmpId] = useState<string | null>(null);
  const orient = search.get('orient') === 'landscape' ? 'landscape' : 'portrait';
  const { data } = useRead(testPreview, { id: test.id, empId: empId ?? '' }, { enabled: empId !== null });
  const turn = (to: 'portrait' | 'landscape'): void => {
    const next = new URLSearchParams(search);
    next.set('orient', to);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <Drawer open title={test.name} size={narrow ? '100%' : 640} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <div className="tests-bar">
        <EmployeePicker
          aria-label={t('testRelease.tester')}
          placeholder={t('testRelease.tester')}
          value={empId}
          onChange={(picked) => setEmpId(typeof picked === 'string' ? picked : null)}
        />
        <Segmented
          aria-label={t('testRelease.orient')}
          value={orient}
          options={[
            { value: 'portrait', label: t('testRelease.portrait') },
            { value: 'landscape', label: t('testRelease.landscape') },
          ]}
          onChange={turn}
        />
      </div>
      <div className="tests-frame" data-orient={orient}>
        {data && !data.included && <p role="status">{t('testRelease.notIncluded')}</p>}
        {data?.included && (
          <article>
            <strong>
              {data.appName} {data.versionName}
            </strong>
            <small>
              {data.name} · {data.buildNo}
              {data.size > 0 && ` · ${bytesText(data.size, language)}`}
            </small>
            <p>{data.what}</p>
            <p>{data.notes}</p>
          </article>
        )}
      </div>
    </Drawer>
  );
}
