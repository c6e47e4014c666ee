import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Space, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, pick, type Language } from '#kit/common/language.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { article, articleUpdate, type ArticleDetail } from '../../common/article.contract.ts';
import { emptyBody, plainTextOf, wordsIn } from '../../common/body.ts';
import { BodyEditor } from './body-editor.tsx';
import { ConflictView } from './conflict-view.tsx';
import { CopyFrom } from './copy-from.tsx';
import { FlowButtons } from './flow-buttons.tsx';
import { SaveLine } from './save-line.tsx';
import { useDraft } from './use-draft.ts';
import { useLock } from './use-lock.ts';

const Settings = later('article-settings', async () => (await import('./article-settings.tsx')).ArticleSettings);
const Versions = later('article-versions', async () => (await import('./versions-drawer.tsx')).VersionsDrawer);
const Preview = later('article-preview', async () => (await import('./preview-drawer.tsx')).PreviewDrawer);
const wordsAMinute = 300;
const olderMillis = 60_000;

interface ArticleEditorProps {
  id: string;
  onClose: () => void;
}

/** One article with everything that is done to it. */
export function ArticleEditor({ id, onClose }: ArticleEditorProps): ReactElement {
  const { data, error, refetch } = useRead(article.get, { id });
  const [round, setRound] = useState(0);
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  return (
    <Desk
      key={round}
      snoId={data.snoId}
      stored={data}
      onClose={onClose}
      onReplaced={() => void refetch().then(() => setRound((one) => one + 1))}
    />
  );
}

interface DeskProps {
  snoId: string;
  stored: ArticleDetail;
  onClose: () => void;
  /** What is written was replaced on the server: the desk begins again. */
  onReplaced: () => void;
}

function Desk({ snoId, stored, onClose, onReplaced }: DeskProps): ReactElement {
  const t = useT('public-content');
  const [reading] = useLanguage();
  const may = useMay();
  const [language, setLanguage] = useState<Language>('zh_CN');
  const [opened, setOpened] = useState<'settings' | 'versions' | 'preview'>();
  const draft = useDraft(stored);
  const leave = useLeaveGuard(draft.state !== 'saved');
  const editable = may(articleUpdate);
  const writing = draft.texts[language] ?? { title: '', digest: '', body: emptyBody };
  const words = wordsIn(plainTextOf(writing.body));
  const close = (): void => setOpened(undefined);
  const { others, lock } = useLock(stored.id);
  const name = pick(stored.title, reading);
  const named = { language: t(`language.${language}`) };
  return (
    <section className="mpm-desk" aria-label={name}>
      <header className="mpm-desk-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined />}
          aria-label={t('editor.back')}
          title={t('editor.back')}
          onClick={() => void draft.save().then((saved) => (saved ? onClose() : leave(onClose)))}
        />
        <h2>{name}</h2>
        <Tag>{t(`article.state.${stored.state}`)}</Tag>
        <SaveLine draft={draft} />
        {others.length > 0 && <Tag color="orange">{t('editor.editing', { names: others.join(', ') })}</Tag>}
        <Space wrap className="mpm-desk-actions">
          <Button onClick={() => setOpened('settings')}>{t('editor.settings')}</Button>
          <Button onClick={() => setOpened('versions')}>{t('versions.title')}</Button>
          <Button onClick={() => void draft.save().then(() => setOpened('preview'))}>{t('preview.title')}</Button>
          <FlowButtons stored={stored} save={draft.save} />
        </Space>
      </header>
      <div className="mpm-line mpm-wrap">
        <Segmented<Language>
          aria-label={t('preview.language')}
          value={language}
          options={languages.map((one) => ({ value: one, label: <LanguageLabel language={one} stored={stored} /> }))}
          onChange={setLanguage}
        />
        {editable && <CopyFrom to={language} draft={draft} />}
        <small>{t('editor.words', { n: words, minutes: Math.max(1, Math.ceil(words / wordsAMinute)) })}</small>
      </div>
      <Input
        className="mpm-title"
        maxLength={64}
        showCount
        disabled={!editable}
        lang={language.replace('_', '-')}
        aria-label={`${t('article.field.title')} (${named.language})`}
        placeholder={t('article.field.title')}
        value={writing.title}
        onChange={(event) => draft.change(language, { title: event.target.value })}
      />
      <Input.TextArea
        className="mpm-digest"
        maxLength={120}
        showCount
        rows={2}
        disabled={!editable}
        lang={language.replace('_', '-')}
        aria-label={`${t('article.field.digest')} (${named.language})`}
        placeholder={t('article.field.digest')}
        value={writing.digest}
        onChange={(event) => draft.change(language, { digest: event.target.value })}
      />
      <BodyEditor
        key={`${language} ${draft.round}`}
        snoId={snoId}
        initial={writing.body}
        editable={editable}
        label={t('editor.body', named)}
        onChange={(body) => draft.change(language, { body })}
        onBlock={(block) => lock(language, block)}
      />
      {draft.conflict && <ConflictView conflict={draft.conflict} onSettle={draft.settle} />}
      {opened === 'settings' && <Settings snoId={snoId} stored={stored} onClose={close} />}
      {opened === 'versions' && <Versions stored={stored} language={language} onRestored={onReplaced} onClose={close} />}
      {opened === 'preview' && <Preview id={stored.id} language={language} onClose={close} />}
    </section>
  );
}

/** A language, with a mark where it has no text or one that is older than another. */
function LanguageLabel({ language, stored: { texts, languages: filled } }: { language: Language; stored: ArticleDetail }): ReactElement {
  const t = useT('public-content');
  const newest = Math.max(0, ...Object.values(texts).map(({ at }) => at));
  const text = texts[language];
  const mark = !filled.includes(language) ? t('editor.missing') : text && newest - text.at > olderMillis ? t('editor.older') : undefined;
  return (
    <span title={mark}>
      {t(`language.${language}`)}
      {mark !== undefined && <span className="mpm-mark" role="img" aria-label={mark} />}
    </span>
  );
}
