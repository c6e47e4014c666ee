import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor, type Editor, type JSONContent } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { App } from 'antd';
import { useEffect, useRef, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { safeLink, type BodyNode } from '../../common/body.ts';
import { AccountContext, PictureNode } from './picture-node.tsx';
import { pastedBlocks } from './pasted.ts';
import { Toolbar } from './toolbar.tsx';
import '../content.css';

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, isAllowedUri: (href) => safeLink(href) !== undefined },
  }),
  TableKit.configure({ table: { resizable: false } }),
  PictureNode,
];

/** Milliseconds after which it is said again where somebody writes. */
const renewMillis = 30_000;

interface BodyEditorProps {
  snoId: string;
  /** What it begins with; later values are not taken: it is made again for another language. */
  initial: BodyNode;
  editable: boolean;
  label: string;
  onChange: (body: BodyNode) => void;
  /** The block in which is written: when that changes, and from time to time. */
  onBlock: (block: number) => void;
}

const blockOf = (editor: Editor): number => editor.state.selection.$from.index(0);

/** The editor of a body: what it can hold is what the server takes. */
export function BodyEditor({ snoId, initial, editable, label, onChange, onBlock }: BodyEditorProps): ReactElement | null {
  const t = useT('public-content');
  const { message } = App.useApp();
  const block = useRef(-1);
  const said = useRef(0);
  const made = useRef<Editor>(null);
  const editor = useEditor({
    extensions,
    content: initial as JSONContent,
    editable,
    // Styles are in the style sheet of the console: the page's policy takes no others.
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'mpm-body' },
      handlePaste: (_view, event) => {
        const html = event.clipboardData?.getData('text/html') ?? '';
        if (html === '' || !made.current) return false;
        const { content, pictures } = pastedBlocks(html);
        if (pictures > 0) void message.info(t('editor.notBrought', { n: pictures }));
        const [only] = content;
        if (content.length > 0)
          made.current.commands.insertContent([
            ...(content.length === 1 && only?.type === 'paragraph' ? (only.content ?? []) : content),
          ] as JSONContent[]);
        return true;
      },
    },
    onUpdate: ({ editor: now }) => {
      onChange(now.getJSON() as BodyNode);
      const at = blockOf(now);
      if (at === block.current && Date.now() - said.current < renewMillis) return;
      [block.current, said.current] = [at, Date.now()];
      onBlock(at);
    },
  });
  useEffect(() => {
    made.current = editor;
  }, [editor]);
  return (
    <AccountContext value={snoId}>
      <div className="mpm-editor">
        {editable && <Toolbar editor={editor} snoId={snoId} />}
        <EditorContent editor={editor} />
      </div>
    </AccountContext>
  );
}
