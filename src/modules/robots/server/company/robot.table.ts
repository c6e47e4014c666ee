import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { robot } from '../../common/company/robot.contract.ts';
import type { robotCommand } from '../../common/company/command.contract.ts';
import type { robotReply } from '../../common/company/reply.contract.ts';
import type { LogDirection, LogStatus, RobotEvent, RobotKeyName } from '../../common/company/words.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    robot: CrudTable<typeof robot>;
    robot_command: CrudTable<typeof robotCommand>;
    robot_reply: CrudTable<typeof robotReply>;
    robot_group: { robot_id: string; group_id: string; added_at: number; added_by: string };
    robot_key: {
      id: string;
      robot_id: string;
      which: RobotKeyName;
      digest: Buffer | null;
      sealed: string | null;
      created_at: number;
      created_by: string | null;
      ends_at: number | null;
    };
    robot_out: { robot_id: string; failures: number; paused_at: number | null; last_at: number | null };
    robot_event: {
      id: string;
      robot_id: string;
      group_id: string;
      conversation_id: string;
      event: RobotEvent;
      body: string;
      at: number;
      state: 'waiting' | 'sent' | 'failed';
      attempts: number;
      next_at: number | null;
      reply_until: number;
      replied_at: number | null;
    };
    robot_cooldown: { reply_id: string; group_id: string; at: number };
    robot_log: {
      id: string;
      at: number;
      robot_id: string;
      direction: LogDirection;
      event: string;
      group_id: string | null;
      status: LogStatus;
      class: string;
      code: number;
      ms: number;
      address: string;
      request_id: string;
      message_id: string | null;
      bytes: number;
      body: string | null;
      answer: string | null;
      replay_of: string | null;
    };
  }
}
