import { Alert, Button, Drawer, Form, Input, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Input as Given } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { caseList } from '../../common/case.contract.ts';
import { messageRead, messageSearch, type MessageRow } from '../../common/message.contract.ts';
import '../components/messaging.css';
import { Said } from './message-columns.tsx';

/** What an open case of one's own covers: read page by page, each of which stands in the reading log before it is shown. */
export function CaseReader({ chat, onClose }: { chat: 'single' | 'group'; onClose: () => void }): ReactElement {
  const t = useT('messaging');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [caseField, wordField] = [useId(), useId()];
  const { data } = useRead(caseList, { mine: true, state: 'open', pageSize: 100 });
  const [caseId, setCase] = useState<string>();
  const [words, setWords] = useState('');
  const [rows, setRows] = useState<readonly MessageRow[]>();
  const [next, setNext] = useState<string | null>(null);
  const { save: readAll, saving: isReading } = useSave(messageRead, { message: null });
  const { save: search, saving: isSearching } = useSave(messageSearch, { message: null });
  const saving = isReading || isSearching;
  const read = async (after?: string): Promise<void> => {
    if (caseId === undefined) return;
    const requested = words
      .split(/\s+/u)
      .filter((one) => one !== '')
      .slice(0, 10);
    const input: Given<typeof messageRead> = { caseId, chat, ...(after !== undefined && { after }) };
    const page = await (requested.length > 0 ? search({ ...input, words: requested }) : readAll(input));
    if (!page) return;
    setRows(after === undefined ? page.list : [...(rows ?? []), ...page.list]);
    setNext(page.next);
  };
  const cases = data?.list ?? [];
  return (
    <Drawer
      open
      title={t('reader.title')}
      size={narrow ? '100%' : 760}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      <Alert type="info" showIcon title={t('reader.logged')} />
      <Form layout="vertical" onFinish={() => void read()}>
        <Form.Item label={t('reader.case')} htmlFor={caseField} extra={data && cases.length === 0 ? t('reader.noCase') : undefined}>
          <Select<string>
            id={caseField}
            value={caseId ?? null}
            options={cases.map((one) => ({
              value: one.id,
              label: `${one.number} · ${[...one.people, ...one.groups].map(({ name }) => name).join(', ')}`,
            }))}
            onChange={(value) => {
              setCase(value);
              setRows(undefined);
            }}
          />
        </Form.Item>
        <Form.Item label={t('reader.words')} htmlFor={wordField} extra={t('reader.wordsHelp')}>
          <Input id={wordField} maxLength={200} value={words} onChange={({ target }) => setWords(target.value)} />
        </Form.Item>
        <OffButton type="primary" htmlType="submit" loading={saving} off={caseId === undefined && 'choice'}>
          {t('reader.read')}
        </OffButton>
      </Form>
      {rows?.length === 0 && <EmptyState title={t('reader.empty')} hint={t('reader.emptyHint')} />}
      {rows && rows.length > 0 && <Talk rows={rows} />}
      {next !== null && rows && (
        <Button loading={saving} onClick={() => void read(next)}>
          {kit('log.older')}
        </Button>
      )}
    </Drawer>
  );
}

function Talk({ rows }: { rows: readonly MessageRow[] }): ReactElement {
  const t = useT('messaging');
  const [language] = useLanguage();
  return (
    <ol className="im-talk" aria-label={t('reader.title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <small>{`${timeText(row.at, language)} · ${row.senderName} → ${row.groupName ?? row.peerName ?? ''}`}</small>
          <div>
            <Said row={row} />
            {row.state !== 'normal' && <small>{` (${t(`message.state.${row.state}`)})`}</small>}
          </div>
        </li>
      ))}
    </ol>
  );
}
