import type { RolloutGates, RolloutHalt, RolloutStage, RolloutState, RolloutWindow } from '../../common/rollout.contract.ts';

/** Rollouts: at most one for a version. */
export interface RolloutTable {
  id: string;
  version_id: string;
  app_id: string;
  platform: number;
  stages: RolloutStage[];
  gates: RolloutGates;
  /** When new offers are made; null: always. */
  time_window: RolloutWindow | null;
  /** Decides with the terminal which share it falls into. */
  salt: string;
  state: RolloutState;
  stage_no: number;
  stage_since: number;
  halted_by: RolloutHalt | null;
  looked_at: number | null;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    rollout: RolloutTable;
  }
}
