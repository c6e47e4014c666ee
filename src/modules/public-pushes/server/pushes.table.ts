import type { ColumnType, Generated } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { CommentPolicy } from '#modules/public-accounts/common/account.contract.ts';

/** A column that is written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;

/** A push. */
export interface PushTable {
  id: string;
  sno_id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  created_by_name: string;
  updated_at: number;
  updated_by: string | null;
  kind: string;
  content_id: string;
  title: Json<LocalText>;
  frozen: ColumnType<unknown, string | null, string | null>;
  sha256: Generated<string>;
  audience: Json<unknown>;
  state: string;
  stated_at: number;
  stated_by: Generated<string>;
  pause_reason: Generated<string>;
  plan_at: number | null;
  zone_mode: Generated<string>;
  urgent: Generated<boolean>;
  ignore_cap: Generated<boolean>;
  reason: Generated<string>;
  parent_id: string | null;
  root_id: string;
  wave: Generated<number>;
  scope: string | null;
  reasons: ColumnType<string[] | null, string | null, string | null>;
  expected: number;
  impact: Json<unknown>;
  comment_policy: Json<CommentPolicy>;
  approved_by: string | null;
  approved_by_name: Generated<string>;
  approved_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  frozen_to: string | null;
  recall_ordered_at: number | null;
  recall_by: string | null;
  recall_by_name: Generated<string>;
  recall_reason: Generated<string>;
  recall_deadline: number | null;
  recent: GeneratedJson<string[]>;
  down_since: number | null;
  checked_at: number | null;
  timeline: GeneratedJson<{ at: number; state: string; by: string; reason: string }[]>;
}

/** A push and one person. */
export interface PushTargetTable {
  push_id: string;
  employee_id: string;
  /** 1 delivered, 2 failed, 3 skipped, 4 withheld. */
  state: number;
  reason: Generated<string>;
  tries: Generated<number>;
  due_at: Generated<number>;
  at: number;
  message_id: string | null;
  language: Generated<string>;
  reached_at: number | null;
  read_at: number | null;
  seconds: Generated<number>;
  scrolled: Generated<number>;
  platform: number | null;
  recall_state: string | null;
  recall_at: number | null;
  history: GeneratedJson<{ at: number; what: string }[]>;
}

/** A comment under an article of a push; of nobody where the account answered. */
export interface PushCommentTable {
  id: string;
  version: Generated<number>;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  push_id: string;
  sno_id: string;
  article_id: string;
  employee_id: string | null;
  parent_id: string | null;
  text: string;
  state: 'waiting' | 'shown' | 'hidden' | 'deleted';
  featured: Generated<boolean>;
  likes: Generated<number>;
  held_because: 'review' | 'word' | null;
  word: string | null;
  decided_by: string | null;
  decided_by_name: Generated<string>;
  decided_at: number | null;
  reason: Generated<string>;
  own_id: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    push: PushTable;
    push_target: PushTargetTable;
    push_comment: PushCommentTable;
    push_comment_like: { comment_id: string; employee_id: string; at: number };
    push_read: {
      push_id: string;
      article_id: string;
      employee_id: string;
      first_at: number;
      last_at: number;
      times: Generated<number>;
      seconds: Generated<number>;
      scrolled: Generated<number>;
      platform: number | null;
    };
    push_like: { push_id: string; article_id: string; employee_id: string; at: number };
    push_click: { id: string; push_id: string; article_id: string; employee_id: string; kind: string; target: string; at: number };
    push_preview: {
      token: string;
      sno_id: string;
      by_id: string;
      at: number;
      request: Json<unknown>;
      targets: number;
      impact: Json<unknown>;
      used_push_id: string | null;
    };
  }
}
