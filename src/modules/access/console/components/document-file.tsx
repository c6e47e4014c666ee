import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { saveText } from '#kit/console/call/download.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { documentFormats, systemDocument } from '../../common/document.contract.ts';
import './access.css';

/** Writes for a partner what they may call, as a file. */
export function SystemDocument({ systemId }: { systemId: string }): ReactElement | null {
  const t = useT('access');
  const { granted, name } = useActionName(systemDocument);
  const [format, setFormat] = useState<(typeof documentFormats)[number]>('html');
  const [made, setMade] = useState('');
  if (!granted) return null;
  const write = async (): Promise<void> => {
    const reply = await call(systemDocument, { systemId, format });
    saveText(reply.fileName, reply.text);
    setMade(t('document.done', { count: reply.interfaces, file: reply.fileName }));
  };
  return (
    <section className="acc-section">
      <h3>{t('document.heading')}</h3>
      <div className="acc-head">
        <Select
          aria-label={t('export.format')}
          value={format}
          options={documentFormats.map((value) => ({ value, label: value === 'html' ? 'HTML' : 'Markdown' }))}
          onChange={setFormat}
        />
        <Button onClick={() => void write()}>{name}</Button>
        {made !== '' && <span role="status">{made}</span>}
      </div>
    </section>
  );
}
