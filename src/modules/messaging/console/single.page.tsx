import type { ReactElement } from 'react';
import { MessageList } from './message/message-list.tsx';

/** Messages of single chats: facts for everybody who may look, what they say inside a case alone. */
export default function SinglePage(): ReactElement {
  return <MessageList chat="single" />;
}
