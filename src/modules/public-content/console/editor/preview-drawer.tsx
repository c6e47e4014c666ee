import { useQueries } from '@tanstack/react-query';
import { Drawer, Segmented, Space } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { callRaw } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { articlePreview } from '../../common/article-reading.contract.ts';
import { materialFile } from '../../common/material.contract.ts';
import { PhoneFrame } from './phone-frame.tsx';

const widths = [320, 390, 430] as const;

/** A file as a data address: what is in a sandboxed frame has no right to the addresses of the page. */
async function dataAddress(id: string, signal: AbortSignal): Promise<string> {
  const blob = await (await callRaw(materialFile, { id }, { silent: true, signal })).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unread')));
    reader.readAsDataURL(blob);
  });
}

interface PreviewProps {
  id: string;
  language: Language;
  onClose: () => void;
}

/** An article as phones show it: of three widths, in three languages, light and dark, drawn of the server's own HTML. */
export function PreviewDrawer({ id, language: first, onClose }: PreviewProps): ReactElement {
  const t = useT('public-content');
  const kit = useT('kit');
  const [language, setLanguage] = useState(first);
  const [width, setWidth] = useState<(typeof widths)[number]>(390);
  const [dark, setDark] = useState(false);
  const { data } = useRead(articlePreview, { id, language });
  const ids = useMemo(() => [...new Set([...(data?.coverFileId ? [data.coverFileId] : []), ...(data?.pictures ?? [])])], [data]);
  const pictures = useQueries({
    queries: ids.map((file) => ({
      queryKey: ['content-data', file],
      queryFn: ({ signal }: { signal: AbortSignal }) => dataAddress(file, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    })),
  });
  const addresses = Object.fromEntries(ids.flatMap((file, at) => (pictures[at]?.data === undefined ? [] : [[file, pictures[at].data]])));
  return (
    <Drawer open title={t('preview.title')} size={520} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <Space wrap>
        <Segmented
          aria-label={t('preview.language')}
          value={language}
          options={languages.map((one) => ({ value: one, label: t(`language.${one}`) }))}
          onChange={setLanguage}
        />
        <Segmented aria-label={t('preview.width')} value={width} options={[...widths]} onChange={setWidth} />
        <Segmented
          aria-label={t('preview.theme')}
          value={dark ? 'dark' : 'light'}
          options={(['light', 'dark'] as const).map((one) => ({ value: one, label: t(`preview.${one}`) }))}
          onChange={(one) => setDark(one === 'dark')}
        />
      </Space>
      {data && data.language !== language && <p>{t('preview.fallback', { language: t(`language.${data.language}`) })}</p>}
      {data && <PhoneFrame article={data} addresses={addresses} width={width} dark={dark} label={t('preview.title')} />}
    </Drawer>
  );
}
