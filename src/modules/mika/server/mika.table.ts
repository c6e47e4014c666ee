import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { LocalText } from '#kit/common/language.ts';
import type { mikaAnswer, mikaSynonym } from '../common/knowledge.contract.ts';
import type { scene, sceneGroup } from '../common/scene.contract.ts';
import type { SessionResult, SessionState } from '../common/words.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    scene_group: CrudTable<typeof sceneGroup, { order: 'position' }>;
    mika_scene: CrudTable<typeof scene, { order: 'position' }>;
    mika_answer: CrudTable<typeof mikaAnswer>;
    mika_synonym: CrudTable<typeof mikaSynonym>;
    mika_version: {
      no: number;
      content: unknown;
      note: string;
      at: number;
      by_id: string | null;
      by_name: string;
      rollback_of: number | null;
    };
    mika_session: {
      id: string;
      employee_id: string;
      platform: number;
      started_at: number;
      last_at: number;
      ended_at: number | null;
      scene_id: string | null;
      scene_name: LocalText | null;
      state: SessionState;
      talk: string | null;
      waiting_for: string;
      filled: number;
      turns: number;
      failures: number;
      waiting_since: number | null;
      taken_by: string | null;
      taken_name: string;
      helped: 'yes' | 'no' | 'none';
      result: SessionResult | null;
      score: number | null;
      ms: number;
    };
  }
}
