import type { ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { commentList, commentReply, type CommentRow } from '../../common/comment.contract.ts';
import { readStat } from '../../common/reader.contract.ts';
import { commentSubject } from '../subjects.ts';

const F = fieldsOf(commentReply.input);

/** Answers a comment in the name of the account. */
export function ReplyDialog({ comment, onClose }: { comment: CommentRow; onClose: () => void }): ReactElement {
  const t = useT('public-fans');
  return (
    <SubjectContext value={commentSubject}>
      <FormDialog
        endpoint={commentReply}
        title={t('comment.replyTitle')}
        initial={{ id: comment.id, text: '' }}
        invalidates={[commentList, readStat]}
        onClose={onClose}
      >
        <blockquote className="sno-comment">{comment.text}</blockquote>
        <F.text as="area" />
      </FormDialog>
    </SubjectContext>
  );
}
