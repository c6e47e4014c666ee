import { mergeAttributes, Node } from '@tiptap/react';
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from '@tiptap/react';
import { Input } from 'antd';
import { createContext, use, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { contentList } from '../../common/material.contract.ts';
import { Picture } from '../components/picture.tsx';

/** The account whose pictures an editor shows. */
export const AccountContext = createContext('');

function PictureView({ node, updateAttributes, selected, editor }: NodeViewProps): ReactElement {
  const t = useT('public-content');
  const snoId = use(AccountContext);
  const { materialId, alt, caption } = node.attrs as Record<'materialId' | 'alt' | 'caption', string>;
  const found = useRead(contentList, { snoId, kind: 'image', ids: [materialId] }, { enabled: snoId !== '' }).data?.list[0];
  return (
    <NodeViewWrapper className={`mpm-figure${selected ? ' mpm-selected' : ''}`} data-drag-handle>
      <Picture fileId={found?.fileId ?? null} alt={alt} look="large" />
      {(['alt', 'caption'] as const).map((name) => (
        <Input
          key={name}
          size="small"
          maxLength={200}
          disabled={!editor.isEditable}
          aria-label={t(`editor.${name}`)}
          placeholder={t(`editor.${name}`)}
          value={name === 'alt' ? alt : caption}
          onChange={(event) => updateAttributes({ [name]: event.target.value })}
        />
      ))}
    </NodeViewWrapper>
  );
}

/** A picture of the account with its description and caption. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ materialId: { default: '' }, alt: { default: '' }, caption: { default: '' } }),
  parseHTML: () => [{ tag: 'figure[data-material]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes({ 'data-material': String(HTMLAttributes['materialId'] ?? '') })],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
});
