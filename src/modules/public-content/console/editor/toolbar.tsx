import {
  BoldOutlined,
  FileImageOutlined,
  ItalicOutlined,
  LinkOutlined,
  MinusOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Editor } from '@tiptap/react';
import { Button, Input, Modal } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { articleFetchImage } from '../../common/article.contract.ts';
import { safeLink } from '../../common/body.ts';
import { contentList, material } from '../../common/material.contract.ts';
import { PictureChoice } from '../components/picture-choice.tsx';

interface ToolProps {
  label: string;
  icon: ReactNode;
  active?: boolean;
  onUse: () => void;
}

const Tool = ({ label, icon, active, onUse }: ToolProps): ReactElement => (
  <Button
    type={active === true ? 'primary' : 'text'}
    size="small"
    icon={icon}
    aria-label={label}
    title={label}
    {...(active !== undefined && { 'aria-pressed': active })}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onUse}
  />
);

/** What can be done with the text. */
export function Toolbar({ editor, snoId }: { editor: Editor; snoId: string }): ReactElement {
  const t = useT('public-content');
  const [dialog, setDialog] = useState<'link' | 'picture'>();
  const chain = () => editor.chain().focus();
  const marks = [
    ['bold', <BoldOutlined key="i" />, () => chain().toggleBold().run()],
    ['italic', <ItalicOutlined key="i" />, () => chain().toggleItalic().run()],
    ['underline', <UnderlineOutlined key="i" />, () => chain().toggleUnderline().run()],
    ['strike', <StrikethroughOutlined key="i" />, () => chain().toggleStrike().run()],
    ['bulletList', <UnorderedListOutlined key="i" />, () => chain().toggleBulletList().run()],
    ['orderedList', <OrderedListOutlined key="i" />, () => chain().toggleOrderedList().run()],
  ] as const;
  return (
    <div className="mpm-toolbar" role="group" aria-label={t('editor.toolbar')}>
      {([2, 3, 4] as const).map((level) => (
        <Tool
          key={level}
          label={t('editor.heading', { level })}
          icon={<b aria-hidden="true">H{level}</b>}
          active={editor.isActive('heading', { level })}
          onUse={() => chain().toggleHeading({ level }).run()}
        />
      ))}
      {marks.map(([name, icon, use]) => (
        <Tool key={name} label={t(`editor.${name}`)} icon={icon} active={editor.isActive(name)} onUse={use} />
      ))}
      <Tool
        label={t('editor.quote')}
        icon={<b aria-hidden="true">”</b>}
        active={editor.isActive('blockquote')}
        onUse={() => chain().toggleBlockquote().run()}
      />
      <Tool label={t('editor.divider')} icon={<MinusOutlined />} onUse={() => chain().setHorizontalRule().run()} />
      <Tool
        label={t('editor.table')}
        icon={<TableOutlined />}
        onUse={() => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
      />
      <Tool label={t('editor.link')} icon={<LinkOutlined />} active={editor.isActive('link')} onUse={() => setDialog('link')} />
      <Tool label={t('editor.picture')} icon={<FileImageOutlined />} onUse={() => setDialog('picture')} />
      <Tool label={t('editor.undo')} icon={<UndoOutlined />} onUse={() => chain().undo().run()} />
      <Tool label={t('editor.redo')} icon={<RedoOutlined />} onUse={() => chain().redo().run()} />
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(undefined)} />}
      {dialog === 'picture' && <PictureDialog editor={editor} snoId={snoId} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }): ReactElement {
  const t = useT('public-content');
  const stands: unknown = editor.getAttributes('link')['href'];
  const [href, setHref] = useState(typeof stands === 'string' ? stands : 'https://');
  const [bad, setBad] = useState(false);
  const set = (): void => {
    const safe = safeLink(href);
    if (href.trim() === '') editor.chain().focus().extendMarkRange('link').unsetLink().run();
    else if (safe === undefined) return setBad(true);
    else if (editor.state.selection.empty && !editor.isActive('link'))
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href: safe } }] })
        .run();
    else editor.chain().focus().extendMarkRange('link').setLink({ href: safe }).run();
    onClose();
  };
  return (
    <Modal open title={t('editor.link')} onOk={set} onCancel={onClose}>
      <Input
        value={href}
        maxLength={2000}
        aria-label={t('editor.linkAddress')}
        {...(bad && { status: 'error' as const })}
        onChange={(event) => setHref(event.target.value)}
        onPressEnter={set}
      />
      {bad && <small role="alert">{t('editor.linkBad')}</small>}
    </Modal>
  );
}

function PictureDialog({ editor, snoId, onClose }: { editor: Editor; snoId: string; onClose: () => void }): ReactElement {
  const t = useT('public-content');
  const may = useMay();
  const [materialId, setMaterialId] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const [running, run] = useRunning();
  const insert = (): void => {
    if (materialId !== null)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'picture', attrs: { materialId, alt: '', caption: '' } })
        .run();
    onClose();
  };
  const bring = (): Promise<void> =>
    run(async () => {
      const brought = await call(articleFetchImage, { snoId, url });
      await invalidate(contentList, material.list);
      setMaterialId(brought.materialId);
    });
  return (
    <Modal open title={t('editor.picture')} okButtonProps={{ disabled: materialId === null }} onOk={insert} onCancel={onClose}>
      <div className="mpm-stack">
        <PictureChoice snoId={snoId} value={materialId} onChange={setMaterialId} />
        {may(articleFetchImage) && (
          <div className="mpm-line">
            <Input
              value={url}
              maxLength={2000}
              aria-label={t('editor.fetchAddress')}
              placeholder="https://"
              onChange={(event) => setUrl(event.target.value)}
            />
            <Button loading={running} disabled={url === ''} onClick={() => void bring()}>
              {t('editor.fetch')}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}
