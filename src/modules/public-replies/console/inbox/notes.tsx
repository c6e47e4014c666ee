import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { conversationGet, conversationList, messageNote, type ConversationDetail } from '../../common/inbox/inbox.contract.ts';

interface NotesProps {
  readonly snoId: string;
  readonly employeeId: string;
  readonly notes: ConversationDetail['notes'];
}

/** What colleagues noted for each other about a conversation. */
export function Notes({ snoId, employeeId, notes }: NotesProps): ReactElement {
  const t = useT('public-replies');
  const may = useMay();
  const [language] = useLanguage();
  const [text, setText] = useState('');
  const { save, saving } = useSave(messageNote, { invalidates: [conversationGet, conversationList], message: null });
  const add = async (): Promise<void> => {
    if (await save({ snoId, employeeId, text: text.trim() })) setText('');
  };
  return (
    <details className="rep-notes" open={notes.length > 0}>
      <summary>
        {t('userConversation.notes')} ({notes.length})
      </summary>
      <p>{t('userConversation.notesHint')}</p>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <small>
              {note.byName} · <time>{timeText(note.at, language)}</time>
            </small>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
      {may(messageNote) && (
        <div className="rep-note-add">
          <Input
            aria-label={t('userConversation.addNote')}
            placeholder={t('userConversation.addNote')}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPressEnter={() => {
              if (text.trim() !== '') void add();
            }}
          />
          <Button disabled={text.trim() === ''} loading={saving} onClick={() => void add()}>
            {t('userConversation.addNote')}
          </Button>
        </div>
      )}
    </details>
  );
}
