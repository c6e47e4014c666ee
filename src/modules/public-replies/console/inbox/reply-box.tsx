import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { usePreference } from '#kit/console/page/preference.ts';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import type { ContentRef } from '#modules/public-content/common/content-ref.ts';
import { ContentPicker } from '#modules/public-content/console/public.ts';
import { messageReply } from '../../common/inbox/inbox.contract.ts';

const longest = 2000;
const mostQuick = 20;
const isQuick = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

interface ReplyBoxProps {
  readonly snoId: string;
  readonly employeeId: string;
  readonly name: string;
  readonly closed: boolean;
  readonly readings: readonly Endpoint[];
}

/** The box in which an answer is written, or content chosen, with the own quick answers. */
export function ReplyBox({ snoId, employeeId, name, closed, readings }: ReplyBoxProps): ReactElement | null {
  const t = useT('public-replies');
  const may = useMay();
  const [text, setText] = useState('');
  const [content, setContent] = useState<ContentRef | null>(null);
  const { save, saving } = useSave(messageReply, { invalidates: readings, message: null });
  useLeaveGuard(text.trim() !== '', () => setText(''));
  if (!may(messageReply)) return null;
  const to = { snoId, employeeId };
  const send = async (): Promise<void> => {
    if (text.trim() !== '' && (await save({ ...to, text: text.trim() }))) setText('');
  };
  const sendContent = async (ref: ContentRef): Promise<void> => {
    if (await save({ ...to, content: ref })) setContent(null);
  };
  return (
    <div className="rep-reply">
      <Input.TextArea
        aria-label={t('userConversation.replyTo', { name })}
        placeholder={closed ? t('userConversation.closedHint') : t('userConversation.replyTo', { name })}
        rows={3}
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <div className="rep-reply-foot">
        <ContentPicker snoId={snoId} value={content} onChange={setContent} />
        {content !== null && (
          <Button loading={saving} onClick={() => void sendContent(content)}>
            {t('userConversation.sendContent')}
          </Button>
        )}
        <Button type="primary" disabled={text.trim() === ''} loading={saving} onClick={() => void send()}>
          {t('userConversation.send')}
        </Button>
      </div>
      <QuickAnswers snoId={snoId} text={text} onTake={setText} />
    </div>
  );
}

/** Texts that a colleague keeps to answer with; they are their own. */
function QuickAnswers({ snoId, text, onTake }: { snoId: string; text: string; onTake: (text: string) => void }): ReactElement {
  const t = useT('public-replies');
  const [kept, setKept] = usePreference<readonly string[]>(`quick.${snoId}`, [], isQuick);
  const typed = text.trim();
  return (
    <details className="rep-quick">
      <summary>{t('userConversation.quick')}</summary>
      {kept.length === 0 && <p>{t('userConversation.quickEmpty')}</p>}
      <ul>
        {kept.map((one) => (
          <li key={one}>
            <button type="button" onClick={() => onTake(one)}>
              {one}
            </button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={`${t('userConversation.quickDrop')}: ${one.slice(0, 40)}`}
              onClick={() => setKept(kept.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="small"
        disabled={typed === '' || kept.includes(typed) || kept.length >= mostQuick}
        onClick={() => setKept([...kept, typed])}
      >
        {t('userConversation.quickSave')}
      </Button>
    </details>
  );
}
