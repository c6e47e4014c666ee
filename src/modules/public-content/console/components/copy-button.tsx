import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { article, articleCopy } from '../../common/article.contract.ts';

/** Copies an article as a draft and opens it. */
export const CopyButton = ({ id, onCopied }: { id: string; onCopied: (id: string) => void }): ReactElement => (
  <ActionButton
    endpoint={articleCopy}
    input={{ id }}
    invalidates={[article.list]}
    onDone={(reply) => onCopied(reply.id)}
    type="text"
    size="small"
  />
);
