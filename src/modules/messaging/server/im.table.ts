import type { Generated, JSONColumnType } from 'kysely';
import type { ConversationKind, MessageState } from '../common/words.ts';

/** A conversation; the pair of a single chat stands in the order of the ids. */
export interface ConversationTable {
  id: string;
  kind: ConversationKind;
  group_id: string | null;
  one_id: string | null;
  other_id: string | null;
  /** The public account of a chat of kind account, with the person in other_id. */
  account_id: string | null;
  last_seq: Generated<number>;
  last_at: Generated<number>;
  bytes: Generated<number>;
  created_at: number;
}

/** Member of a conversation, present or past. */
export interface MemberTable {
  conversation_id: string;
  employee_id: string;
  from_seq: Generated<number>;
  left_seq: number | null;
  read_seq: Generated<number>;
  pinned: Generated<boolean>;
  do_not_disturb: Generated<boolean>;
  cleared_seq: Generated<number>;
  hidden_seq: number | null;
  changed_at: number;
}

/** A message; its text is sealed. */
export interface MessageTable {
  id: string;
  conversation_id: string;
  seq: number;
  client_id: string;
  wish_hash: Buffer;
  sender_kind: 'employee' | 'robot' | 'system' | 'account';
  sender_id: string;
  device_id: string | null;
  platform: number | null;
  via: string;
  kind: string;
  body: string | null;
  original: string | null;
  size: number;
  file_ids: string[];
  mentions: string[];
  mention_all: boolean;
  reply_to: number | null;
  forward_of: string | null;
  digest: Buffer | null;
  flags: string[];
  state: MessageState;
  recall_seq: number | null;
  sent_at: number;
  claimed_at: number | null;
}

/** How far a terminal has a conversation. */
export interface DeliveryTable {
  device_id: string;
  conversation_id: string;
  employee_id: string;
  delivered_seq: number;
  platform: number;
  at: number;
}

/** An order to recall. */
export interface RecallOrderTable {
  id: string;
  at: number;
  by_id: string;
  by_name: string;
  reason: string;
  shown_text: JSONColumnType<Record<string, string> | null, string | null, string | null>;
  messages: number;
  chats: number;
  people: number;
  read_before: number;
}

/** A refused send. */
export interface RefusalTable {
  ref: string;
  at: number;
  sender_id: string;
  peer_id: string | null;
  conversation_id: string | null;
  step: string;
  code: number;
  rule_id: string | null;
  rule_name: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    im_conversation: ConversationTable;
    im_member: MemberTable;
    im_message: MessageTable;
    im_delivery: DeliveryTable;
    im_recall_order: RecallOrderTable;
    im_refusal: RefusalTable;
  }
}
