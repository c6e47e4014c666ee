import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames } from '#kit/common/client/platforms.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { download } from '#kit/console/call/download.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { bytesText, timeText } from '#kit/console/table/formats.ts';
import {
  feedback as entity,
  feedbackFile,
  feedbackReply,
  longestText,
  type FeedbackDetail,
  type FeedbackFile,
  type FeedbackReply,
} from '../../common/feedback.contract.ts';
import { feedbackPage } from '../../common/permissions.ts';
import { AttachInput } from './attach-input.tsx';
import './feedback.css';

/** A conversation: what was written and answered, the files, the terminal, and the place for the answer. */
export function Conversation({ feedback }: { feedback: FeedbackDetail }): ReactElement {
  const t = useT('app-feedback');
  const [language] = useLanguage();
  const { id, files, conversation } = feedback;
  const all = [...files, ...conversation.flatMap((one) => one.files)];
  const platform = platformNames[feedback.platform];
  // Some terminals name the platform with their system, some do not.
  const row = { ...feedback, platformName: feedback.system.startsWith(platform) ? feedback.system : `${platform} ${feedback.system}` };
  return (
    <>
      <ol className="feedback-talk" aria-label={t('feedback.conversation')}>
        <li className="feedback-word">
          <header>
            <strong>{feedback.employeeName ?? t('feedback.nobody')}</strong>
            <small>{timeText(feedback.createdAt, language)}</small>
          </header>
          <p>{feedback.text}</p>
          <Files id={id} files={files} />
        </li>
        {conversation.map((one) => (
          <Word key={one.id} id={id} word={one} />
        ))}
      </ol>
      {all.length > 1 && (
        <Permit code={feedbackPage.button.file}>
          {() => (
            <Button onClick={() => void download(feedbackFile, { id }, { fallbackName: 'feedback.zip' })}>{t('feedback.allFiles')}</Button>
          )}
        </Permit>
      )}
      <Permit code={feedbackPage.button.reply}>{(name) => <Answer id={id} action={name} />}</Permit>
      <Facts
        title={t('feedback.terminal')}
        row={row}
        facts={[
          { name: 'kind', as: 'enum' },
          { name: 'state', as: 'enum' },
          { name: 'assigneeName' },
          { name: 'versionName' },
          { name: 'buildNo', as: 'code' },
          { name: 'platformName', label: t('feedback.field.system') },
          { name: 'model' },
          { name: 'network' },
          { name: 'page' },
          { name: 'contact' },
        ]}
      />
    </>
  );
}

function Word({ id, word }: { id: string; word: FeedbackReply }): ReactElement {
  const t = useT('app-feedback');
  const [language] = useLanguage();
  const read = word.readAt === null ? t('feedback.unread') : t('feedback.read', { at: timeText(word.readAt, language) });
  return (
    <li className="feedback-word" data-answer={!word.byEmployee}>
      <header>
        <strong>{word.by || t('feedback.administrator')}</strong>
        <small>{timeText(word.at, language)}</small>
        {!word.byEmployee && <small>{read}</small>}
      </header>
      <p>{word.text}</p>
      <Files id={id} files={word.files} />
    </li>
  );
}

function Files({ id, files }: { id: string; files: readonly FeedbackFile[] }): ReactElement | null {
  const [language] = useLanguage();
  if (files.length === 0) return null;
  return (
    <ul className="feedback-files">
      {files.map(({ fileId, name, size }) => (
        <li key={fileId}>
          <Permit code={feedbackPage.button.file}>
            {() => (
              <Button type="link" size="small" onClick={() => void download(feedbackFile, { id, fileId }, { fallbackName: name })}>
                {name}
              </Button>
            )}
          </Permit>
          <small>{bytesText(size, language)}</small>
        </li>
      ))}
    </ul>
  );
}

/** The place where an answer is written. */
function Answer({ id, action }: { id: string; action: string }): ReactElement {
  const t = useT('app-feedback');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly { fileId: string; name: string }[]>([]);
  const { save, saving } = useSave(feedbackReply, {
    invalidates: [entity.get, entity.list],
    message: t('feedback.answered'),
    undoable: true,
    onSaved: () => {
      setText('');
      setFiles([]);
    },
  });
  return (
    <form
      className="feedback-answer"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ id, text: text.trim(), fileIds: files.map(({ fileId }) => fileId) });
      }}
    >
      <Input.TextArea
        aria-label={t('feedback.answerText')}
        value={text}
        maxLength={longestText}
        rows={4}
        placeholder={t('feedback.answerHint')}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="feedback-bar">
        <AttachInput value={files} onChange={setFiles} />
        <OffButton type="primary" htmlType="submit" loading={saving} off={text.trim() === '' && 'text'}>
          {action}
        </OffButton>
      </div>
    </form>
  );
}
