import type { ReactElement } from 'react';
import { MessageList } from './message/message-list.tsx';

/** Messages of group chats: facts for everybody who may look, what they say inside a case alone. */
export default function GroupPage(): ReactElement {
  return <MessageList chat="group" />;
}
