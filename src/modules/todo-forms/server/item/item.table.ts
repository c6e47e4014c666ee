import type { LocalText } from '#kit/common/language.ts';
import type {
  AnswerClass,
  AnswerState,
  DifferenceState,
  ItemFile,
  ItemMode,
  ItemState,
  NoticeKind,
  PersonState,
} from '../../common/item/words.ts';

/** A row of lists in each language, filled from the data of its item. */
export interface ItemLine {
  readonly title: LocalText;
  readonly summary: readonly LocalText[];
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    todo_item: {
      id: string;
      system_id: string;
      out_id: string;
      pushed_digest: string;
      template_id: string;
      version_id: string;
      stage: string;
      line: ItemLine;
      data: string;
      files: readonly ItemFile[];
      sender: string;
      mode: ItemMode;
      priority: number;
      due_at: number | null;
      url: string;
      group_key: string;
      state: ItemState;
      revision: number;
      pushed_at: number;
      changed_at: number;
      closed_at: number | null;
      closed_by: string | null;
      close_action: string;
      close_reason: string;
      answering: string | null;
      remind_at: number | null;
      reminders: readonly number[];
    };
    todo_person: {
      item_id: string;
      employee_id: string;
      state: PersonState;
      place: number;
      at: number;
      seen_at: number | null;
      done_at: number | null;
      from_id: string | null;
      to_id: string | null;
      reason: string;
      draft: string | null;
      changed_at: number;
    };
    todo_answer: {
      id: string;
      item_id: string;
      system_id: string;
      employee_id: string;
      action: string;
      stage: string;
      input: string;
      input_digest: string;
      at: number;
      terminal: string;
      state: AnswerState;
      attempts: number;
      last_class: AnswerClass | '';
      last_message: string;
      fields: Readonly<Record<string, string>>;
      next_at: number | null;
      confirmed_at: number | null;
      closed_by: string;
      close_reason: string;
    };
    todo_answer_call: {
      answer_id: string;
      n: number;
      at: number;
      ms: number;
      status: number;
      class: AnswerClass;
      request_id: string;
      answer: string | null;
    };
    todo_notice: { id: string; item_id: string; employee_id: string; kind: NoticeKind; due_at: number };
    todo_difference: {
      id: string;
      system_id: string;
      at: number;
      by_id: string;
      open_here: number;
      open_there: number;
      missing: number;
      stale: number;
      state: DifferenceState;
      reason: string;
      second_at: number | null;
      found: unknown;
    };
  }
}
