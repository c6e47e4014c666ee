import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { article, articleUpdate, type ArticleDetail } from '../../common/article.contract.ts';
import { GroupSelect } from '../components/group-select.tsx';
import { PictureChoice } from '../components/picture-choice.tsx';

/** What an article has beside its texts: cover, author, source, group. */
export function ArticleSettings({ snoId, stored, onClose }: { snoId: string; stored: ArticleDetail; onClose: () => void }): ReactElement {
  const t = useT('public-content');
  const { id, version, coverId, author, sourceLink, groupId } = stored;
  return (
    <FormDialog
      endpoint={articleUpdate}
      title={t('editor.settings')}
      initial={{ coverId, author, sourceLink, groupId }}
      input={(values) => ({
        id,
        version,
        coverId: (values['coverId'] as string | null | undefined) ?? null,
        author: (values['author'] as string | null | undefined) || null,
        sourceLink: (values['sourceLink'] as string | null | undefined) || null,
        groupId: (values['groupId'] as string | null | undefined) ?? null,
      })}
      invalidates={[article.get, article.list]}
      onClose={onClose}
    >
      <Form.Item name="coverId" label={t('article.field.coverId')}>
        <PictureChoice snoId={snoId} label={t('article.field.coverId')} />
      </Form.Item>
      <Form.Item name="author" label={t('article.field.author')}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="sourceLink" label={t('article.field.sourceLink')}>
        <Input maxLength={500} placeholder="https://" />
      </Form.Item>
      <Form.Item name="groupId" label={t('article.field.groupId')}>
        <GroupSelect snoId={snoId} kind="article" />
      </Form.Item>
    </FormDialog>
  );
}
