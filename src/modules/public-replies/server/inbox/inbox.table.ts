import type { ConversationNote, ConversationState, UserMessageKind } from '../../common/inbox/words.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    user_message: {
      id: string;
      sno_id: string;
      employee_id: string;
      direction: 'in' | 'out';
      kind: UserMessageKind;
      body: unknown;
      at: number;
      client_id: string | null;
      answered_by: 'rule' | 'employee' | null;
      answered_by_id: string | null;
      answered_by_name: string;
      ref: string | null;
      delivered_at: number | null;
    };
    user_conversation: {
      sno_id: string;
      employee_id: string;
      state: ConversationState;
      assignee_id: string | null;
      starred: boolean;
      waiting_since: number | null;
      last_at: number;
      last_kind: string;
      last_text: string;
      last_direction: string;
      notes: ConversationNote[];
    };
  }
}
