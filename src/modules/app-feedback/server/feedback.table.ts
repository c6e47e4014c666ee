import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { feedback, FeedbackFile } from '../common/feedback.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    feedback: CrudTable<typeof feedback>;
    feedback_file: { file_id: string; feedback_id: string };
    feedback_reply: {
      id: string;
      feedback_id: string;
      /** The person wrote again; else an administrator answered. */
      by_employee: boolean;
      uid: string | null;
      text: string;
      files: FeedbackFile[];
      read_at: number | null;
      /** When the answer was reverted; it is shown to nobody since. */
      withdrawn_at: number | null;
      at: number;
    };
  }
}
